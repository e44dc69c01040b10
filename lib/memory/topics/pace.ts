/** Awaited between small pieces of work, so that others get their turn. */
export type Pace = () => Promise<void> | undefined
