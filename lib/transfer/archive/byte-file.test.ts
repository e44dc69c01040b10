import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { byteChunks, NamelessFile } from './byte-file'

/** While true, every disk is full. */
const disk = vi.hoisted(() => ({ full: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (...args) => {
    const file = await real.open(...args)
    if (disk.full)
      file.appendFile = () =>
        Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
    return file
  }
  return { ...real, open }
})

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-spool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
async function* of(...pieces: (string | Error)[]) {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece)
  }
}

describe('a file that waits on disk to be read', () => {
  it('comes back as it was, and has no name that would outlive the process', async () => {
    const large = 'x'.repeat(200_000)
    const file = await NamelessFile.of(path.join(folder, 'incoming'), 'a', of('one ', large, ' two'))
    expect(readdirSync(path.join(folder, 'incoming'))).toEqual([])
    const pieces: Buffer[] = []
    for await (const piece of byteChunks(file)) pieces.push(Buffer.from(piece))
    await file.close()
    expect(Buffer.concat(pieces).toString()).toBe(`one ${large} two`)
  })

  it('leaves nothing when its source breaks off', async () => {
    await expect(
      NamelessFile.of(folder, 'b', of('half', new Error('The connection broke.'))),
    ).rejects.toThrow('The connection broke.')
    expect(readdirSync(folder)).toEqual(['incoming'])
  })

  it('says what to do when the disk is full, or may not be written', async () => {
    disk.full = true
    await expect(NamelessFile.of(folder, 'c', of('text'))).rejects.toMatchObject({
      message: 'The disk is full, so nothing could be written.',
      hint: expect.stringContaining('Free up some space'),
    })
    disk.full = false
    writeFileSync(path.join(folder, 'taken'), '')
    await expect(NamelessFile.of(path.join(folder, 'taken'), 'd', of('text'))).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('MNEME_DATA_DIR'),
    })
  })
})
