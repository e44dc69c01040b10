export function startPostgres(): Promise<{ engine: 'PostgreSQL' | 'PGlite'; url: string; stop(): Promise<void> }>
/** Whether a real server can be started here, which several sessions use at once. */
export function hasPostgres(): boolean
