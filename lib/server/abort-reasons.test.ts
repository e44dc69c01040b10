import { AsyncLocalStorage } from 'node:async_hooks'
import v8 from 'node:v8'
import vm from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { releaseAbortReasons } from './start'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void
const { abort } = AbortController.prototype
afterEach(() => {
  AbortController.prototype.abort = abort
})

const REQUESTS = 20
const nextBatch = () => new Promise((resolve) => setImmediate(resolve))

/** Of some requests that run side by side and are over, how many an aborted signal of one of them holds. */
async function heldByOneSignal(): Promise<number> {
  const current = new AsyncLocalStorage<object>()
  const aborted: AbortSignal[] = []
  const requests = Array.from({ length: REQUESTS }, (_, i) => {
    const request = { i }
    current.run(request, () =>
      setImmediate(() => {
        if (i !== REQUESTS / 2) return
        const controller = new AbortController()
        controller.abort(new Error('This response is complete.'))
        aborted.push(controller.signal)
      }),
    )
    return new WeakRef(request)
  })
  await nextBatch()
  const held = () => requests.filter((request) => request.deref()).length
  // One collection may leave what another one frees; what a signal holds stays.
  for (let pass = 0; pass < 10 && (pass === 0 || held()); pass++) {
    await nextBatch()
    collect()
  }
  expect(aborted[0]?.reason).toMatchObject({ message: 'This response is complete.' })
  return held()
}

it('a response that has ended holds none of those that were streamed beside it', async () => {
  releaseAbortReasons()
  expect(await heldByOneSignal()).toBe(0)
})
