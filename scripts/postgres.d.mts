export function startPostgres(): Promise<{ engine: 'PostgreSQL' | 'PGlite'; url: string; stop(): Promise<void> }>
