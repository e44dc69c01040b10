/** Starts the service with the server, so that recovery and jobs do not wait for a visitor. Next compiles this file for its edge runtime too, where nothing of ours runs. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('@/lib/agent/start')).start()
}
