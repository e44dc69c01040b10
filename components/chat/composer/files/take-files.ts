import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

const most = limits.message.maxAttachments

/** The files that still fit next to `listed`, in the order chosen. `problem` says what was left out. */
export function takeFiles<T>(listed: number, files: T[]): { taken: T[]; problem: Failure | null } {
  const taken = files.slice(0, Math.max(0, most - listed))
  const left = files.length - taken.length
  return {
    taken,
    problem: left
      ? {
          code: 'too_large',
          message: `At most ${most} files per message, so ${left} ${left === 1 ? 'was' : 'were'} left out.`,
        }
      : null,
  }
}
