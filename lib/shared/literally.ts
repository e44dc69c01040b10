/** Escapes a text for a regular expression, with or without the `u` flag. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
