/** Turns whose logs nobody follows: they are shown from their rows. */
export const SETTLED = { status: { notIn: ['running' as const, 'queued' as const] } }
