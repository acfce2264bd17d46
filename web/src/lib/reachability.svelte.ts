/** Whether the server is reachable, according to the last request, the socket or the browser. */
export const reachability = $state({ isReachable: navigator.onLine });

addEventListener('offline', () => (reachability.isReachable = false));
addEventListener('online', () => (reachability.isReachable = true)); // until the next request fails
