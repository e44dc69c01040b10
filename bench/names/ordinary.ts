import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Conversation } from '../recall/data'

const FOLDER = path.resolve('bench/names/ordinary')
const SPEAKERS = ['user', 'assistant']
const MESSAGE_MS = 30_000

/** Everyday chats of five made-up people, by the person's name: "# date" begins a conversation. */
export function ordinaryHistories(): { name: string; conversations: Conversation[] }[] {
  return readdirSync(FOLDER).map((file) => {
    const name = path.basename(file, '.txt')
    const parts = readFileSync(path.join(FOLDER, file), 'utf8').split(/^# /m).slice(1)
    return { name, conversations: parts.map((part, index) => conversationOf(`${name} ${index}`, part)) }
  })
}

function conversationOf(id: string, part: string): Conversation {
  const [at = '', ...messages] = part.trim().split('\n')
  const begin = Date.parse(`${at.replace(' ', 'T')}:00Z`)
  const dateOf = (index: number) => new Date(begin + index * MESSAGE_MS).toISOString()
  return {
    ...{ id, speakers: SPEAKERS, sessions: [{ id: '1', at: dateOf(0) }], questions: [] },
    turns: messages.map((text, index) => ({
      ...{ id: String(index), session: 0, speaker: SPEAKERS[index % 2] ?? '', text, at: dateOf(index) },
    })),
  }
}
