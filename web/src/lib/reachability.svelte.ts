/** Whether the server can be reached, as the last request, the socket or the browser found out. */
export const reachability = $state({ isReachable: navigator.onLine });

addEventListener('offline', () => (reachability.isReachable = false));
addEventListener('online', () => (reachability.isReachable = true)); // until the next request fails
