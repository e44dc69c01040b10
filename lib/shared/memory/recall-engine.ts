/** The engine of a recall that should have compared meanings, but could only rank by words. */
export const LEXICAL = 'lexical'
