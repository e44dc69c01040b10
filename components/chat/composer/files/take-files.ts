import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { IMAGE_TYPES, imageLimits } from '@/lib/shared/turn/images'

const most = limits.message.maxAttachments

/** The images that still fit next to `listed`, with all other files. `problem` says what was left out. */
export function takeImages<T extends { type: string }>(listed: number, files: T[]) {
  let room = imageLimits.perMessage - listed
  const taken = files.filter((file) => !looksLikeImage(file) || room-- > 0)
  const left = files.length - taken.length
  const were = left === 1 ? 'was' : 'were'
  const message = `At most ${imageLimits.perMessage} images per message, so ${left} ${were} left out.`
  const problem: Failure | null = left ? { code: 'too_large', message } : null
  return { taken, problem }
}

/** By the type that the browser derives from the name; the server looks at the bytes. */
export const looksLikeImage = ({ type }: { type: string }) =>
  IMAGE_TYPES.some((imageType) => imageType === type)

/** The files that still fit next to `listed`, in the order chosen. `problem` says what was left out. */
export function takeFiles<T>(listed: number, files: T[]): { taken: T[]; problem: Failure | null } {
  const taken = files.slice(0, Math.max(0, most - listed))
  const left = files.length - taken.length
  return {
    taken,
    problem: left
      ? {
          code: 'too_large',
          message: `A message can have up to ${most} files; ${left} ${left === 1 ? 'was' : 'were'} not attached.`,
        }
      : null,
  }
}
