import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteConversation, forgetTurns } from '@/lib/services/forget/forget'
import { saveSetting } from '@/lib/settings/layers'
import { type Endpoint, endpoint } from '../../testing-endpoint'

let e: Endpoint
let bob: string
beforeAll(async () => {
  e = await endpoint({
    MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000,bob:token-of-bob-000',
    MNEME_TURNS_PER_MINUTE: '600',
  })
  await e.db.user.create({ data: { id: 'bob', createdAt: new Date() } })
  bob = await e.token('LibreChat', ['chat'], 'bob')
  await saveSetting(e.db, 'ann', 'user', 'outside.callsPerMinute', 600)
})
afterAll(() => e.close())

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const pair = (said: string, answered: string) => [user(said), assistant(answered)]
const named = (name: string, header = 'x-mneme-conversation') => ({ headers: { [header]: name } })
const path = async (conversationId: string) =>
  (await e.db.turn.findMany({ where: { conversationId }, orderBy: { createdAt: 'asc' } })).map((turn) => ({
    ...{ text: turn.userText, parent: turn.parentId, id: turn.id },
  }))

describe('the conversation of a message', () => {
  it('is the one that a known header names', async () => {
    const header = 'x-openwebui-chat-id'
    const first = await e.say(`I plant leeks ${header}.`, [], named('chat-7', header))
    const second = await e.say('And when?', pair('altered', 'altered'), named('chat-7', header))
    const elsewhere = await e.say('I plant beans.', [], named('chat-8', header))
    expect(second.conversation).toBe(first.conversation)
    expect(elsewhere.conversation).not.toBe(first.conversation)
    const by = await e.say('By its own id.', [], named(first.conversation))
    expect(by.conversation).toBe(first.conversation)
    expect((await path(first.conversation)).map(({ text }) => text).slice(-3)).toEqual([
      ...[`I plant leeks ${header}.`, 'And when?', 'By its own id.'],
    ])
  })

  it.each(['local:Xy1', 'temporary:Xy1'])('is none for %s, a temporary chat of Open WebUI', async (name) => {
    const [turns, conversations] = [await e.db.turn.count(), await e.db.conversation.count()]
    const one = await e.say('My parrot is called Hubert.', [], named(name, 'x-openwebui-chat-id'))
    expect([one.status, one.conversation, typeof one.text]).toEqual([200, '', 'string'])
    expect([await e.db.turn.count(), await e.db.conversation.count()]).toEqual([turns, conversations])
    const other = await e.say('What is my parrot called?')
    expect(other.text).not.toContain('Hubert')
  })

  it('is found by what was said before, with the thinking that a program puts in front of answers', async () => {
    const one = await e.say('My goose is called Adelheid.')
    const two = await e.say('She is four years old.', pair('My goose is called Adelheid.', one.text))
    const shown = `<details type="reasoning"><summary>Thought</summary>hm</details>\n${two.text}\n`
    const three = await e.say('She likes clover.', [
      ...pair('My goose is called Adelheid.', one.text),
      ...pair('She is four years old.', shown),
    ])
    expect([two.conversation, three.conversation]).toEqual([one.conversation, one.conversation])
    // Each message is stored once, in one line.
    const turns = await path(one.conversation)
    expect(turns.map(({ text }) => text)).toEqual([
      ...['My goose is called Adelheid.', 'She is four years old.', 'She likes clover.'],
    ])
    expect(turns.map(({ parent }) => parent)).toEqual([null, turns[0]?.id, turns[1]?.id])
  })

  it('takes along what was said with another model, once, as text from outside', {
    tags: 'full',
  }, async () => {
    const elsewhere = [
      ...pair('My raft is called Sieglinde.', 'Noted by another model.'),
      ...pair('It leaks.', 'Oh.'),
    ]
    const one = await e.say('What is my raft called?', elsewhere)
    expect(one.text).toContain('Sieglinde')
    const turns = await e.db.turn.findMany({
      where: { conversationId: one.conversation },
      orderBy: { number: 'asc' },
    })
    expect(turns.map((turn) => [turn.userText, turn.importedAt !== null])).toEqual([
      ['My raft is called Sieglinde.', true],
      ['It leaks.', true],
      ['What is my raft called?', false],
    ])
    const two = await e.say('And mine?', [...elsewhere, ...pair('What is my raft called?', one.text)])
    expect(two.conversation).toBe(one.conversation)
    // Changed answers lead to a new conversation, but not to the same words twice.
    const changed = await e.say('Is it mended?', [...elsewhere.slice(0, 3), assistant('Changed.')])
    expect((await path(changed.conversation)).map(({ text }) => text)).toEqual(['Is it mended?'])
    const switched = await e.say('And now?', pair('My skiff is called Irmtraud.', 'Ok.'), named('skiff'))
    expect((await path(switched.conversation)).map(({ text }) => text)).toEqual([
      ...['My skiff is called Irmtraud.', 'And now?'],
    ])
  })

  it('of a copy with a name of its own is where its messages already are, and none is stored twice', async () => {
    const one = await e.say('My heron is called Kunigunde.', [], named('heron'))
    const begun = pair('My heron is called Kunigunde.', one.text)
    const two = await e.say('She stands on one leg.', begun, named('heron'))
    const fork = await e.say('She eats frogs.', begun, named('heron, copied'))
    const on = await e.say(
      'And fish?',
      [...begun, ...pair('She eats frogs.', fork.text)],
      named('heron, copied'),
    )
    const back = await e.say(
      'Which leg?',
      [...begun, ...pair('She stands on one leg.', two.text)],
      named('heron'),
    )
    const turns = await e.db.turn.findMany({ where: { userText: { in: ['My heron is called Kunigunde.'] } } })
    expect(turns).toHaveLength(1)
    expect((await path(one.conversation)).map(({ text, parent }) => [text, parent])).toEqual([
      ['My heron is called Kunigunde.', null],
      ['She stands on one leg.', one.turnId],
      ['She eats frogs.', one.turnId],
      ['And fish?', fork.turnId],
      ['Which leg?', two.turnId],
    ])
    expect([on.conversation, back.conversation]).toEqual([one.conversation, one.conversation])
  })

  it('goes on where another model used tools, without their calls and results', async () => {
    const look = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
    const earlier = [
      user('How deep is the lock?'),
      { role: 'assistant', content: null, tool_calls: [look] },
      { role: 'tool', tool_call_id: 'c1', content: 'depth=4' },
      assistant('Four metres.'),
    ]
    const one = await e.say('And how wide?', earlier)
    expect(one.status).toBe(200)
    const stored = await e.db.turn.findMany({ where: { conversationId: one.conversation } })
    expect(stored.map(({ userText, answer }) => [userText, answer]).sort()).toEqual([
      ['And how wide?', one.text],
      ['How deep is the lock?', 'Four metres.'],
    ])
  })

  it('branches where an earlier message is edited or sent again, and loses nothing', async () => {
    const one = await e.say('My ram is called Kuno.')
    const begun = pair('My ram is called Kuno.', one.text)
    const two = await e.say('He has two horns.', begun)
    const edited = await e.say('He has four horns.', begun)
    const again = await e.say('He has four horns.', begun)
    expect(new Set([one, two, edited, again].map(({ conversation }) => conversation)).size).toBe(1)
    const turns = await path(one.conversation)
    expect(turns.map(({ text, parent }) => [text, parent])).toEqual([
      ['My ram is called Kuno.', null],
      ['He has two horns.', one.turnId],
      ['He has four horns.', one.turnId],
      ['He has four horns.', one.turnId],
    ])
    // The other branch goes on from its own end.
    const on = await e.say('They are curled.', [...begun, ...pair('He has two horns.', two.text)])
    expect((await path(one.conversation)).at(-1)).toEqual({
      text: 'They are curled.',
      parent: two.turnId,
      id: on.turnId,
    })
  })

  it('branches where the message that it replaces was forgotten', async () => {
    const texts = ['My hen is called Berta.', 'She is brown.', 'She lays well.', 'She is seven.']
    const earlier: ReturnType<typeof pair> = []
    const said = []
    for (const text of texts) {
      const one = await e.say(text, earlier)
      earlier.push(...pair(text, one.text))
      said.push(one)
    }
    const [, second, third] = said
    const conversationId = second?.conversation ?? ''
    await forgetTurns(e.person, { conversationId, from: 3, to: 3, files: false })
    const edited = await e.say('She lays badly.', earlier.slice(0, 4))
    const turns = await path(conversationId)
    expect(turns.at(-1)).toEqual({ text: 'She lays badly.', parent: second?.turnId, id: edited.turnId })
    expect(turns.find(({ id }) => id === third?.turnId)?.parent).toBe(second?.turnId)
  })

  it('of another person, of another program or of the person’s own pages is never continued', async () => {
    const mine = await e.say('My mule is called Ilsebill.', [], named('shared'))
    const theirs = await e.say('Whose mule?', pair('My mule is called Ilsebill.', mine.text), {
      ...{ key: bob, headers: { 'x-mneme-conversation': mine.conversation } },
    })
    const same = await e.say('My mule?', [], { key: bob, ...named('shared') })
    const other = await e.say('What mule?', pair('My mule is called Ilsebill.', mine.text), {
      ...{ key: await e.token('Another'), headers: { 'x-mneme-conversation': mine.conversation } },
    })
    expect([theirs.status, same.status, other.status]).toEqual([200, 200, 200])
    for (const { conversation } of [theirs, same, other]) expect(conversation).not.toBe(mine.conversation)
    expect(theirs.text).not.toContain('Ilsebill is')
    expect((await path(mine.conversation)).map(({ text }) => text)).toEqual(['My mule is called Ilsebill.'])
    await e.db.conversation.update({ where: { id: mine.conversation }, data: { origin: 'native' } })
    const native = await e.say('Go on.', [], named(mine.conversation))
    expect(native.conversation).not.toBe(mine.conversation)
  })

  it('in the trash is not continued: what follows is a new one', async () => {
    const one = await e.say('My ferret is called Odo.', [], named('ferret'))
    await deleteConversation(e.person, one.conversation)
    const two = await e.say('He bites.', pair('My ferret is called Odo.', one.text), named('ferret'))
    const three = await e.say('Often.', [], named('ferret'))
    expect(two.conversation).not.toBe(one.conversation)
    expect(three.conversation).toBe(two.conversation)
  })
})
