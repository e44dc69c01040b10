import { countTokens } from '@/lib/model/tokens'
import { incomingFolder } from '@/lib/services/storage'
import type { ImportProgress } from '@/lib/shared/transfer/transfer'
import { NamelessFile } from '@/lib/transfer/archive/byte-file'
import { importFile } from '@/lib/transfer/import'
import { refusal } from '../../guard'
import { owned } from '../owned'
import { declaredLength, importLines, takePlace, wholeBody } from './body'

export const dynamic = 'force-dynamic'

/**
 * Imports the body, JSON or a ZIP archive (`?name=` is its name), and responds with `ImportLine`s while
 * reading. One import per person at a time; leaving cancels it. proxy.ts does not cover this route, so it
 * guards itself.
 */
export const POST = async (request: Request) => refusal(request) ?? importBody(request)

const importBody = owned(async ({ db, ownerId, runtime }, request) => {
  const bytesTotal = declaredLength(request.headers)
  const name = new URL(request.url).searchParams.get('name')
  const onEnd = await takePlace(ownerId)
  const run = async (onProgress: (progress: ImportProgress) => void, signal: AbortSignal) => {
    const folder = incomingFolder()
    const file = await NamelessFile.of(folder, runtime.id('import'), wholeBody(request.body, bytesTotal))
    try {
      return await importFile(db, ownerId, file, {
        runtime,
        countTokens,
        file: name,
        folder,
        signal,
        onProgress,
      })
    } finally {
      await file.close()
    }
  }
  const lines = importLines(run, { gone: request.signal, now: () => runtime.now(), onEnd })
  return new Response(lines, {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
})
