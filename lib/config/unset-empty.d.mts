export function unsetEmpty(env: Record<string, string | undefined>): void
