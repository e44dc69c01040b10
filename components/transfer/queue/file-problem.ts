import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

/** Why a file need not be sent; null if it may contain conversations. */
export function fileProblem({ size }: Pick<Blob, 'size'>): Failure | null {
  if (size === 0)
    return {
      code: 'invalid',
      message: 'This file is empty.',
      hint: 'Choose an export, or the conversations.json in it.',
    }
  if (size > limits.upload.importBytes)
    return {
      code: 'too_large',
      message: `This file is larger than ${limits.upload.importBytes / 1e9} GB, the upload limit.`,
      hint: 'Use the command line: npm run mneme -- import FILE',
    }
  return null
}
