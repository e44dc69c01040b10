import { env } from '@/lib/config/env'
import { inWords } from '@/lib/db/engine/errors'
import { loadTagger } from '@/lib/memory/topics/nouns'
import { logger } from '@/lib/services/log'
import { service } from '@/lib/services/service'
import { releaseAbortReasons } from './abort-reasons'
import { openFrontDoor } from './front-door'

/**
 * Opens the service. A failure ends the process with a plain sentence. SIGTERM, SIGINT and SIGHUP (closed
 * terminal) first end running turns as interrupted.
 */
export async function start() {
  try {
    releaseAbortReasons()
    openFrontDoor(env)
    await loadTagger()
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
    const { message } = inWords(error, env().MNEME_DATA_DIR) as Error
    console.error(`\nMneme cannot start: ${message ?? error}\n`)
    process.exit(1)
  }
}
