import { describe, expect, it } from 'vitest'
import { looksLikeExport } from './looks-like-export'

const file = (name: string, text = '', type = '') => new File([text], name, { type })

describe('a file that is dropped on a chat', () => {
  it.each([
    ['a ZIP file', file('data.ZIP')],
    ['a ZIP file without its ending', file('data', '', 'application/zip')],
    ['a file of the name that services give', file('conversations.json', '[]')],
    ['a conversation as ChatGPT writes it', file('trip.json', '[{"title": "Trip", "mapping": {}}]')],
    ['one as Claude writes it', file('trip.json', '[{"uuid": "1", "chat_messages": []}]')],
    ['what Mneme itself gave', file('my-trip-to-rome.json', '{"mneme":{"format":3},"conversations":[]}')],
  ])('looks like an export: %s', async (_, given) => expect(await looksLikeExport(given)).toBe(true))

  it.each([
    ['notes', file('conversations.md', '"mapping": {}')],
    ['data of one’s own', file('prices.json', '{"bread": 2, "mneme": {}}')],
  ])('is to be attached: %s', async (_, given) => expect(await looksLikeExport(given)).toBe(false))
})
