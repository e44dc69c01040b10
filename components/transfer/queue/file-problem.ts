import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

const HEAD_BYTES = 4
const starts = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)

/** Why a file cannot contain conversations, so it need not be sent; null if it may. */
export async function fileProblem(file: Blob): Promise<Failure | null> {
  if (file.size === 0)
    return {
      code: 'invalid',
      message: 'This file is empty.',
      hint: 'Choose an export, or the conversations.json in it.',
    }
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (starts(head, 0x1f, 0x8b))
    return {
      code: 'invalid',
      message: 'This archive is not a ZIP file.',
      hint: 'Unpack it first, then choose the conversations.json inside it.',
    }
  if (file.size > limits.upload.importBytes)
    return {
      code: 'too_large',
      message: `This file is larger than ${limits.upload.importBytes / 1e9} GB, the upload limit.`,
      hint: 'Use the command line: npm run mneme -- import FILE',
    }
  return null
}
