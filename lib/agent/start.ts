import { logger } from './log'
import { service } from './service'
import { allowSlowUploads } from './slow-uploads'

/** Opens the service; a failure ends the process with a plain sentence. SIGTERM, SIGINT and SIGHUP (a closed terminal) end turns as interrupted first. */
export async function start() {
  try {
    allowSlowUploads()
    const running = await service()
    let ending = false
    const end = () => {
      if (ending) return
      ending = true
      setTimeout(() => process.exit(0), 3_000).unref()
      running.stop().finally(() => process.exit(0))
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
    process.on('SIGHUP', end)
  } catch (error) {
    logger().fatal({ error: String((error as Error)?.stack ?? error) }, 'Mneme cannot start')
    console.error(`\nMneme cannot start: ${(error as Error)?.message ?? error}\n`)
    process.exit(1)
  }
}
