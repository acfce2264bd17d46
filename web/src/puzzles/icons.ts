/** Pictures of buttons: paths in a square of 24 units. */
export const CROSS = 'M6 6l12 12M18 6 6 18';
export const BULB =
  'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.4.400.5 1 .5 1.600h6c0-.6.1-1.200.5-1.600A6 6 0 0 0 12 3z';
export const EYE =
  'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z';
export const BACK = 'M14.500 6 8.500 12l6 6';
export const ON = 'M9.500 6l6 6-6 6';
export const LIKE =
  'M7 11v9H4v-9zM7 11l4-8c1.500 0 2.500 1 2.500 2.500L13 9h5.500a2 2 0 0 1 2 2.300l-1.200 7A2 2 0 0 1 17.300 20H7';
export const DISLIKE =
  'M17 13V4h3v9zM17 13l-4 8c-1.500 0-2.500-1-2.500-2.500L11 15H5.500a2 2 0 0 1-2-2.300l1.200-7A2 2 0 0 1 6.700 4H17';
export const BIN = 'M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13';
