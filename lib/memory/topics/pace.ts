/** Awaited between small pieces of work, so that other work can run. */
export type Pace = () => Promise<void> | undefined
