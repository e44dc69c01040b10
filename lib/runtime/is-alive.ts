import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/**
 * Start time of a process of this host, in milliseconds since 1970; null without /proc (only Linux has it).
 */
function processStart(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
    const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
    return Number.isFinite(ticks) && Number.isFinite(uptime)
      ? Date.now() - (uptime - ticks / TICKS_PER_SECOND) * 1_000
      : null
  } catch {
    return null
  }
}

/**
 * Whether the process registered at `startedAt` is still alive. Process numbers are reused, so a later
 * process with the same number does not count.
 */
export function isAlive(pid: number, startedAt: Date): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const begun = processStart(pid)
  return begun === null || begun <= startedAt.getTime() + 100
}
