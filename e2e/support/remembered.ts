import { expect } from '@playwright/test'
import type { Chat } from './chat'

/** A conversation with turns, a branch, a file, a fact and a recall. */
export async function remember(chat: Chat, person: string, town: string) {
  await chat.begin(`My neighbour ${person} grows quinces in ${town}.`)
  await chat.askAndWait(`write "quinces, sugar" to ${town.toLowerCase()}.md`, 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  await chat.regenerate(2).click()
  await expect(chat.turn(2)).toContainText('Version 2 / 2')
  await chat.settled(2)
  return chat.conversationId()
}
