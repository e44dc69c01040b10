import { type ForceInput, forceLayout } from './force-layout'

export type ForceJob = { input: ForceInput; rounds: number; deadlineMs: number }

addEventListener('message', (event: MessageEvent<ForceJob>) => {
  const { input, rounds, deadlineMs } = event.data
  const end = performance.now() + deadlineMs
  postMessage(forceLayout(input, { rounds, goOn: () => performance.now() < end }))
})
