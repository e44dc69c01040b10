/**
 * Starts the service with the server, so that recovery and jobs do not wait for a visitor. Next also compiles
 * this file for its edge runtime, where none of it runs.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs')
    return // Before the libraries that read the environment while they are imported.
  ;(await import('@/lib/config/env')).unsetEmptyVariables()
  await (await import('@/lib/server/start')).start()
}
