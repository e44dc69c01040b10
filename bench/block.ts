import { breath } from '@/lib/base/breath'

/**
 * The longest event loop block during `work`, in milliseconds. A gap counts at most as the CPU time this
 * process used in it, so that other processes do not matter.
 */
export async function blockOf(work: () => Promise<unknown>): Promise<number> {
  const now = () => {
    const { user, system } = process.cpuUsage()
    return { wall: performance.now(), cpu: (user + system) / 1_000 }
  }
  let [last, longest] = [now(), 0]
  const tick = () => {
    const next = now()
    longest = Math.max(longest, Math.min(next.wall - last.wall, next.cpu - last.cpu))
    last = next
  }
  const ticking = setInterval(tick, 1)
  await work()
  await breath()
  tick()
  clearInterval(ticking)
  return longest
}
