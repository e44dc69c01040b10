import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { zipOf } from '@/lib/transfer/testing-zip'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-cli-'))
const at = (name: string) => path.join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command line on a database of its own. */
function mneme(...args: string[]): Promise<{ code: number | null; out: string; said: string }> {
  const env = { ...process.env, DATABASE_URL: `file:${at('mneme.db')}`, MNEME_DATA_DIR: folder, MNEME_ACCESS_TOKEN: '', INIT_CWD: folder }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/mneme.ts', ...args], { cwd: path.resolve(import.meta.dirname, '..'), env })
  let [out, said] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, said })))
}

describe('the command line', () => {
  it('imports a file, says what was added, exports it again, and ends with a code that tells how it went', async () => {
    const file = JSON.stringify([
      { id: 'a', title: 'Boats', messages: [{ role: 'user', content: 'My boat is red.' }] },
      { id: 'b', messages: [] },
    ])
    writeFileSync(at('chat.json'), file)
    const added = await mneme('import', 'chat.json')
    expect([added.code, added.said]).toEqual([0, 'refused: b: It holds no message with text.\nplain messages: 1 added (1 turns), 0 already here, 1 refused\n'])
    const others = ['chat.html', 'user.json'].map((name) => ({ name, data: 'x' }))
    writeFileSync(at('sent.zip'), zipOf([...others, { name: 'conversations.json', data: file }]))
    const sent = await mneme('import', 'sent.zip')
    expect(sent.said.split('\n').slice(1)).toEqual(['plain messages: 0 added (0 turns), 1 already here, 1 refused', '2 other files in it were not read.', ''])
    writeFileSync(at('empty.json'), JSON.stringify([{ id: 'b', messages: [] }]))
    writeFileSync(at('cut.json'), file.slice(0, -9))
    expect([sent.code, (await mneme('import', 'empty.json')).code, (await mneme('import', 'cut.json')).code]).toEqual([0, 1, 1])
    const exported = await mneme('export', '--out', 'out.json')
    expect([exported.code, exported.said]).toEqual([0, expect.stringContaining('out.json')])
    expect(JSON.parse(readFileSync(at('out.json'), 'utf8')).conversations[0].turns[0].userText).toBe('My boat is red.')
    const wrong = await mneme('import')
    expect([wrong.code, wrong.out, wrong.said.split('\n')[0]]).toEqual([2, '', 'Name the file to import.'])
  }, 120_000)
})
