/** A new id: `prefix_` and 26 of [a-z0-9]. Works on plain http, where `crypto.randomUUID` is missing. */
export const newId = (prefix: string) =>
  `${prefix}_${Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => (byte % 36).toString(36)).join('')}`
