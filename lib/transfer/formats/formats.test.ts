import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { importText } from '@/lib/transfer/testing-import'

/** The result of an import: its report and the texts of its turns. */
async function imported(text: string) {
  const test = await testDb()
  const report = await importText(test, text, { size: 11 })
  const turns = await test.db.turn.findMany({ orderBy: [{ createdAt: 'asc' }] })
  const conversations = await test.db.conversation.findMany({ orderBy: { createdAt: 'asc' } })
  await test.close()
  return { report, said: turns.map((turn) => [turn.userText, turn.answer]), turns, conversations }
}
const part = (role: string, text: unknown, more: object = {}) => ({
  id: `id-${role}-${String(text).length}`,
  author: { role },
  create_time: 1_700_000_000.5,
  content: { content_type: 'text', parts: [text] },
  ...more,
})
const CHATGPT = [
  {
    conversation_id: 'cg-1',
    title: 'Boats',
    create_time: 1_700_000_000,
    current_node: 'n6',
    mapping: {
      root: { message: null, parent: null, children: ['n1'] },
      n1: {
        message: part('system', 'You are helpful.', {
          metadata: { is_visually_hidden_from_conversation: true },
        }),
        parent: 'root',
        children: ['n2'],
      },
      n2: { message: part('user', 'What is a sloop?'), parent: 'n1', children: ['n3', 'n4'] },
      n3: { message: part('assistant', 'An answer that was thrown away.'), parent: 'n2', children: [] },
      n4: {
        message: part('assistant', 'search("sloop")', { recipient: 'browser' }),
        parent: 'n2',
        children: ['n5'],
      },
      n5: { message: part('assistant', 'A boat with one mast.'), parent: 'n4', children: ['n6'] },
      n6: {
        message: {
          ...part('user', ''),
          id: 'pic',
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer' }, 'And this?'],
          },
        },
        parent: 'n5',
        children: [],
      },
    },
  },
]
const CLAUDE = [
  {
    uuid: 'cl-1',
    name: 'Bread',
    created_at: '2024-02-01T10:00:00.000000Z',
    chat_messages: [
      {
        uuid: 'a',
        sender: 'human',
        text: '',
        content: [{ type: 'text', text: 'How much salt?' }],
        created_at: '2024-02-01T10:00:01Z',
        attachments: [{ file_name: 'r.txt', extracted_content: '500 g flour' }],
      },
      {
        uuid: 'b',
        sender: 'assistant',
        text: 'Ten grams.',
        created_at: '2024-02-01T10:00:05Z',
        content: [
          { type: 'tool_use', name: 'x' },
          { type: 'text', text: 'Ten grams.' },
        ],
      },
    ],
  },
]

describe('a ChatGPT export', () => {
  it('becomes the branch shown last, with dates; tools, system messages, pictures are counted', async () => {
    const { report, said, turns, conversations } = await imported(JSON.stringify(CHATGPT))
    expect(report).toMatchObject({
      format: 'chatgpt',
      added: 1,
      conversations: [{ sourceId: 'cg-1', title: 'Boats' }],
    })
    expect(report.conversations[0]?.reason).toBe(
      '2 system, tool or hidden messages, 1 picture or file, 1 other-branch message were left out.',
    )
    expect(said).toEqual([
      ['What is a sloop?', 'A boat with one mast.'],
      ['And this?\n\n🖼 a picture', ''],
    ])
    expect([turns[0]?.createdAt.toISOString(), conversations[0]?.origin]).toEqual([
      '2023-11-14T22:13:20.500Z',
      'import:chatgpt',
    ])
  })

  const line = (messages: object[], more: object = {}) => [
    {
      ...{ conversation_id: 'cg-2', title: 'Line', current_node: `n${messages.length - 1}`, ...more },
      mapping: Object.fromEntries(
        messages.map((message, i) => [
          `n${i}`,
          { message, parent: i ? `n${i - 1}` : null, children: i < messages.length - 1 ? [`n${i + 1}`] : [] },
        ]),
      ),
    },
  ]

  const small: [string, object[]][] = [
    [
      'a part without text',
      line([
        part('user', 'Hi'),
        part('assistant', 'Hello', { content: { parts: [{ content_type: null, text: null }, 'Hello'] } }),
      ]),
    ],
    [
      'an empty parent',
      line([part('user', 'Hi'), part('assistant', 'Hello')]).map((one) => ({
        ...one,
        mapping: { ...one.mapping, n0: { ...one.mapping.n0, parent: '' } },
      })),
    ],
    ['an empty current_node', line([part('user', 'Hi'), part('assistant', 'Hello')], { current_node: '' })],
  ]
  for (const [name, file] of small)
    it(`is taken with ${name}`, async () => {
      expect((await imported(JSON.stringify(file))).said).toEqual([['Hi', 'Hello']])
    })

  it('is taken with an impossible date in a branch that was not shown', async () => {
    const [one] = CHATGPT
    const thrown = {
      ...one?.mapping.n3,
      message: part('assistant', 'An answer that was thrown away.', { create_time: -5_000 }),
    }
    const { report } = await imported(JSON.stringify([{ ...one, mapping: { ...one?.mapping, n3: thrown } }]))
    expect(report).toMatchObject({
      added: 1,
      refused: 0,
      conversations: [{ reason: expect.stringContaining('1 other-branch message') }],
    })
  })
})

describe('a Claude export', () => {
  it('becomes turns with the texts that were attached', async () => {
    const { report, said } = await imported(JSON.stringify(CLAUDE))
    expect(report).toMatchObject({
      format: 'claude',
      conversations: [{ sourceId: 'cl-1', title: 'Bread', reason: '1 tool call was left out.' }],
    })
    expect(said).toEqual([['How much salt?\n\nFile r.txt:\n500 g flour', 'Ten grams.']])
  })

  it('may name some of its messages by numbers', async () => {
    const chat_messages = [
      { uuid: 2, sender: 'human', text: 'Hi' },
      { sender: 'assistant', text: 'Hello' },
    ]
    expect((await imported(JSON.stringify([{ uuid: 'cl-2', name: 'N', chat_messages }]))).said).toEqual([
      ['Hi', 'Hello'],
    ])
  })
})

describe('plain messages', () => {
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
  ]
  const cases: [string, string][] = [
    ['a list', JSON.stringify(messages)],
    ['an object with messages', JSON.stringify({ messages })],
    ['a list of such objects', JSON.stringify([{ messages }])],
    ['a list of lists', JSON.stringify([messages])],
    ['JSON lines of messages', messages.map((one) => JSON.stringify(one)).join('\n')],
    ['JSON lines of conversations', `${JSON.stringify({ messages })}\n`],
    [
      'ShareGPT',
      JSON.stringify([
        {
          conversations: [
            { from: 'human', value: 'Hi' },
            { from: 'gpt', value: 'Hello' },
          ],
        },
      ]),
    ],
  ]
  for (const [name, text] of cases)
    it(`are read as ${name}`, async () => {
      const { report, said } = await imported(text)
      expect([report.format, report.added, report.refused, report.error, said]).toEqual([
        'messages',
        1,
        0,
        undefined,
        [['Hi', 'Hello']],
      ])
    })
})
