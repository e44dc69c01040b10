import { once } from 'node:events'
import { z } from 'zod'
import { serviceWithoutTurns } from '@/lib/services/service'
import { argumentsOf, defineCommand } from './command'
import { say } from './output'

export const workerCommand = defineCommand({
  name: 'worker',
  args: '',
  about: `Does the work that follows answers (notes, facts, lessons, topics) beside the servers of the same database,
until it is stopped. It answers no messages. Its log goes to standard output.`,
  flags: {},
  input: z.object({ args: argumentsOf(0, 0) }),
  run: async (_, { signal }) => {
    const service = await serviceWithoutTurns()
    // Nothing else keeps the process alive between jobs.
    const alive = setInterval(() => {}, 60_000)
    say('Waiting for jobs. Ctrl-C stops this worker.')
    if (!signal.aborted) await once(signal, 'abort')
    clearInterval(alive)
    await service.stop()
    return 0
  },
})
