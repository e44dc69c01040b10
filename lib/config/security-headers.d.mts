export const IMAGE_POLICY: string
export function securityHeaders(nonce: string | null, dev: boolean): [name: string, value: string][]
