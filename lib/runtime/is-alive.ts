import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** When a process of this host began, in milliseconds since 1970; null where the system does not tell (it is Linux's /proc). */
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

/** Whether the process that registered at `startedAt` still lives: a process number is given away again, so a later one under it does not count. */
export function isAlive(pid: number, startedAt: Date): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const begun = processStart(pid)
  return begun === null || begun <= startedAt.getTime() + 100
}
