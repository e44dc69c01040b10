/** What the button under a cut answer sends. */
export const CONTINUE = 'Continue exactly where your last answer was cut off.'
