/** A text as a regular expression that matches it and nothing else, with or without the `u` flag. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
