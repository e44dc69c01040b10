import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openDb } from '@/lib/db/engine/client'
import { zipOf } from '@/lib/transfer/archive/testing-zip'
import { ended, installation } from './testing-mneme'

const { at, folder, here, mneme, remove, start, url } = installation()
afterAll(remove)

describe('the command line', () => {
  it('imports a file, says what was added, exports it again, and ends with a code that tells how it went', async () => {
    const file = JSON.stringify([
      { id: 'a', title: 'Boats', messages: [{ role: 'user', content: 'My boat is red.' }] },
      { id: 'b', messages: [] },
    ])
    writeFileSync(at('chat.json'), file)
    const added = await here('import', 'chat.json')
    expect([added.code, added.said]).toEqual([
      0,
      'refused: b: It contains no message with text.\nplain messages: 1 added (1 message), 0 already here, 1 refused\n',
    ])
    const others = ['chat.html', 'user.json'].map((name) => ({ name, data: 'x' }))
    writeFileSync(at('sent.zip'), zipOf([...others, { name: 'conversations.json', data: file }]))
    const sent = await here('import', 'sent.zip')
    expect(sent.said.split('\n').slice(1)).toEqual([
      'plain messages: 0 added (0 messages), 1 already here, 1 refused',
      '2 other files were not read.',
      '',
    ])
    writeFileSync(at('empty.json'), JSON.stringify([{ id: 'b', messages: [] }]))
    writeFileSync(at('cut.json'), file.slice(0, -9))
    expect([
      sent.code,
      (await here('import', 'empty.json')).code,
      (await here('import', 'cut.json')).code,
    ]).toEqual([0, 1, 1])
    const exported = await mneme('export', '--out', 'out.json')
    expect([exported.code, exported.said]).toEqual([0, expect.stringContaining('out.json')])
    expect(JSON.parse(readFileSync(at('out.json'), 'utf8')).conversations[0].turns[0].userText).toBe(
      'My boat is red.',
    )
    const wrong = await here('import')
    expect([wrong.code, wrong.out, wrong.said.split('\n')[0]]).toEqual([2, '', 'Name the file to import.'])
  })

  it('stops at Ctrl-C, also when the signal comes twice at once, keeps what was added, and ends with 130', {
    tags: 'full',
  }, async () => {
    const one = (id: number) => ({ id: `m${id}`, messages: [{ role: 'user', content: `Hello ${id}.` }] })
    writeFileSync(at('many.json'), JSON.stringify(Array.from({ length: 20_000 }, (_, i) => one(i))))
    const child = start('import', 'many.json')
    const end = ended(child)
    const db = await openDb(url)
    const added = () => db.turn.count({ where: { userText: 'Hello 0.' } })
    await expect.poll(added, { timeout: 120_000 }).toBe(1)
    await db.$disconnect()
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGINT'), 50)
    expect(await end).toMatchObject({
      code: 130,
      said: expect.stringContaining('Stopped. Conversations already added are kept'),
    })
  })

  it('stops at Ctrl-C while it waits for standard input', { tags: 'full' }, async () => {
    const child = start('import', '-')
    const end = ended(child)
    child.stdin.write('[{"id":"z","messages":[{"role":"user","content":"Hello."}]},')
    await expect.poll(() => existsSync(at('incoming')), { timeout: 120_000 }).toBe(true)
    child.kill('SIGINT')
    expect(await end).toMatchObject({ code: 130 })
  })

  it('leaves nothing of an export that Ctrl-C stopped', { tags: 'full' }, async () => {
    const long = (id: number) => ({
      id: `long ${id}`,
      messages: [{ role: 'user', content: `boat ${id} `.repeat(300_000) }],
    })
    writeFileSync(at('long.json'), JSON.stringify([1, 2, 3].map(long)))
    expect((await here('import', 'long.json')).code).toBe(0)
    const child = start('export', '--out', 'stopped.json')
    const end = ended(child)
    await expect
      .poll(() => readdirSync(folder).filter((name) => name.startsWith('stopped')), {
        timeout: 120_000,
        interval: 5,
      })
      .toHaveLength(1)
    child.kill('SIGINT')
    expect(await end).toMatchObject({ code: 130, said: 'Stopped. No file was written.\n' })
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([])
  })

  it('writes an export for its owner alone, and leaves alone files beside it', { tags: 'full' }, async () => {
    writeFileSync(at('mine.json.part'), 'mine')
    expect((await mneme('export', '--out', 'mine.json')).code).toBe(0)
    expect([statSync(at('mine.json')).mode & 0o777, readFileSync(at('mine.json.part'), 'utf8')]).toEqual([
      0o600,
      'mine',
    ])
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['mine.json.part'])
  })
})
