import { sha256 } from '@/lib/db/blobs'
import { testDb } from '@/lib/db/testing'
import { importStream } from '@/lib/transfer/import'
import { countWords, importRuntime } from '@/lib/transfer/testing-import'
import { openWorkplace } from '../workplace'

const AT = '2026-01-01T00:00:00.000Z'
const CONVERSATION = { id: 'conv_own', title: 'Own', origin: 'native', activeLeafId: null, pinnedAt: null, createdAt: AT, updatedAt: AT }

/** The bytes of an export of Mneme with one conversation of so many texts. */
async function* bytesOf(texts: number, chars: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"mneme":{"format":1,"exportedAt":"${AT}"},"conversations":[{"conversation":${JSON.stringify(CONVERSATION)},"branches":[],"turns":[],"blobs":[`)
  for (let i = 0; i < texts; i++) {
    const text = `Text ${i} says what turn ${i * 7} said. `.repeat(chars / 40)
    yield Buffer.from(`${i ? ',' : ''}${JSON.stringify({ hash: sha256(text), text, tokens: 1 })}`)
  }
  yield Buffer.from(']}]}')
}

/** Imports it as the browser and the command line do. */
export async function ownExport(texts: number, chars: number): Promise<{ added: boolean; bytes: number; ms: number; grew: number }> {
  const [test, place] = [await testDb(), await openWorkplace()]
  const memory = process.memoryUsage().rss
  const started = performance.now()
  let [peak, bytes] = [memory, 0]
  try {
    const onProgress = (progress: { bytesRead: number }) => {
      bytes = progress.bytesRead
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    const report = await importStream(test.db, test.ownerId, bytesOf(texts, chars), { runtime: importRuntime(), countTokens: countWords, folder: place.folder, onProgress })
    return { added: report.added === 1, bytes, ms: performance.now() - started, grew: peak - memory }
  } finally {
    await Promise.all([test.close(), place.close()])
  }
}
