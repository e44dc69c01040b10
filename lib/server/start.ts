import { env } from '@/lib/config/env'
import { inWords } from '@/lib/db/engine/errors'
import { loadTagger } from '@/lib/memory/topics/nouns'
import { logger } from '@/lib/services/log'
import { service } from '@/lib/services/service'
import { openFrontDoor } from './front-door'

/**
 * Works around a memory leak by formatting the stack of every abort reason at once. When React has sent a
 * response, it aborts a signal with an error that it makes in a `setImmediate` callback. Until that error's
 * stack is formatted, V8 keeps the immediate, which Node links to the others of its batch, and those keep the
 * other responses being sent. Their errors do the same in turn, so a busy server frees no response at all
 * (react/react#37288, nodejs/node#66129).
 */
export function releaseAbortReasons(): void {
  const { abort } = AbortController.prototype
  AbortController.prototype.abort = function (this: AbortController, reason?: unknown) {
    abort.call(this, reason)
    if (this.signal.reason instanceof Error) void this.signal.reason.stack
  }
}

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
