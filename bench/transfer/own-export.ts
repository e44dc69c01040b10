import { spawn } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sha256 } from '@/lib/db/engine/blobs'
import { bundle } from '@/scripts/bundle.mjs'
import { root } from '../http/child'
import { openWorkplace } from '../workplace'

const AT = '2026-01-01T00:00:00.000Z'
const CONVERSATION = {
  id: 'conv_own',
  title: 'Own',
  origin: 'native',
  activeLeafId: null,
  pinnedAt: null,
  createdAt: AT,
  updatedAt: AT,
}

/** A Mneme export with one conversation of `texts` texts. */
function* fileOf(texts: number, chars: number): Generator<string> {
  yield `{"mneme":{"format":1,"exportedAt":"${AT}"},"conversations":[{"conversation":${JSON.stringify(CONVERSATION)},"branches":[],"turns":[],"blobs":[`
  for (let i = 0; i < texts; i++) {
    const text = `Text ${i} says what turn ${i * 7} said. `.repeat(chars / 40)
    yield `${i ? ',' : ''}${JSON.stringify({ hash: sha256(text), text, tokens: 1 })}`
  }
  yield ']}]}'
}

export type OwnExport = { added: boolean; bytes: number; ms: number; grew: number }
/** Imports it in its own process, so that nothing else counts. `grew` = peak memory growth in bytes. */
export async function ownExport(texts: number, chars: number): Promise<OwnExport> {
  const place = await openWorkplace()
  try {
    const file = path.join(place.folder, 'own.json')
    await pipeline(Readable.from(fileOf(texts, chars)), createWriteStream(file))
    const child = spawn(
      process.execPath,
      [await bundle('bench/transfer/own-child.ts'), place.url, place.folder, file],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let said = ''
    for await (const piece of child.stdout) said += piece
    return { bytes: statSync(file).size, ...(JSON.parse(said) as Omit<OwnExport, 'bytes'>) }
  } finally {
    await place.close()
  }
}
