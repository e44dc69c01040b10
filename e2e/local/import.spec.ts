import { zipOf } from '@/lib/transfer/archive/testing-zip'
import { expectAccessible } from '../support/axe'
import { Chat } from '../support/chat'
import { madeUpName } from '../support/names'
import { claimPerson, signedIn } from '../support/people'
import { SHARED_PORT, urlOf } from '../support/servers'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

test('a dropped ChatGPT ZIP export is imported, and a recall chip links to the imported turn', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [person, town, title] = [madeUpName(), madeUpName(), `About ${madeUpName()}`]
  const transfer = new Transfer(page)
  const file = JSON.stringify([
    chatGptConversation(madeUpName(), title, [
      ['user', `My cousin ${person} repairs church organs in ${town}.`],
      ['assistant', 'A **rare** trade.'],
      ['user', 'It is.'],
      ['user', 'She learned it from her father.'],
      ['assistant', 'That is lovely.'],
    ]),
    chatGptConversation(madeUpName(), `Small talk ${madeUpName()}`, [
      ['user', 'Good morning.'],
      ['assistant', 'Good morning to you.'],
    ]),
  ])
  await transfer.open()
  await expectAccessible(page)
  const others = ['user.json', 'chat.html', 'file-1.png'].map((name) => ({ name, data: title }))
  await transfer.drop('chatgpt.zip', zipOf([{ name: 'conversations.json', data: file }, ...others]))
  const item = transfer.item('chatgpt.zip')
  await expect(item).toContainText('Added 2 conversations with 3 messages. 3 other files were not read.')
  await expect(page.locator('[data-announcer]')).toContainText('Added 2 conversations with 3 messages.')
  await expectAccessible(page)
  await expect(chat.row(title)).toContainText('imported')

  await item.getByRole('link', { name: `Open “${title}”` }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(/^Imported from ChatGPT on .*\d{4}$/)).toBeVisible()
  await expect(chat.turn(1)).toContainText(`My cousin ${person} repairs church organs in ${town}.`)
  await expect(chat.answer(1).getByText('rare', { exact: true })).toHaveJSProperty('tagName', 'STRONG')
  await expect(chat.turn(2).locator('time[datetime^="2024-03-05T09:0"]')).toHaveCount(3)
  await expect(chat.answer(2)).toContainText('ChatGPT')
  await expect(chat.turn(2)).not.toContainText('Answered directly')
  await expectAccessible(page)
  const imported = chat.conversationId()
  const { conversations } = (await (
    await page.request.get(`/api/export?conversation=${imported}`)
  ).json()) as { conversations: { turns: { id: string }[] }[] }
  const turnId = conversations[0]?.turns[0]?.id
  const from = /^Imported from ChatGPT on .*\d{4}, from chatgpt\.zip$/
  await page.goto(`/c/${imported}/turns/${turnId}`)
  await expect(page.getByText(from)).toBeVisible()
  await expect(page.getByText('No model was called: this message was imported.')).toBeVisible()
  await page.goto(`/memory?conversation=${imported}&node=turn:${turnId}`)
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText(from)).toBeVisible()
  await page.goto(`/c/${imported}`)

  await chat.startAnother()
  await chat.askAndWait(`Where does ${person} repair organs?`, 1)
  await expect(chat.answer(1)).toContainText(town)
  await expect(chat.answer(1)).toContainText('You told ChatGPT')
  await chat.expandThinking(1)
  await chat
    .thinking(1)
    .getByRole('link', { name: /Message 1 (strong|fair|weak|source)/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/c/${imported}`))
  await expect(chat.turn(1)).toContainText(`My cousin ${person}`)

  await transfer.open()
  // The same file, this time without the ZIP.
  await transfer.choose('again.json', file)
  await expect(transfer.item('again.json')).toContainText(
    'Nothing new: all 2 conversations are already here.',
  )
})

type Exported = {
  conversations: {
    conversation: { title: string }
    turns: { number: number; userText: string; answer: string; createdAt: string; messages: unknown }[]
  }[]
}
const messagesIn = (text: string) =>
  (JSON.parse(text) as Exported).conversations.map(({ conversation, turns }) => ({
    title: conversation.title,
    turns: turns.map(({ number, userText, answer, createdAt, messages }) => ({
      number,
      userText,
      answer,
      createdAt,
      messages,
    })),
  }))

test('a conversation with branches is identical after export and import by another person', async ({
  chat,
  page,
  browser,
}) => {
  const boat = madeUpName()
  await chat.begin(`My boat is called ${boat}.`)
  await chat.askAndWait('What is the name of my boat?', 2)
  await chat.regenerate(2).click()
  await expect(chat.turn(2)).toContainText('Version 2 / 2')
  await chat.settled(2)
  const transfer = new Transfer(page)
  await chat.row(new RegExp(boat)).hover()
  await chat.conversations.getByRole('button', { name: new RegExp(`Actions for .*${boat}`) }).click()
  const one = await transfer.download(page.getByRole('menuitem', { name: 'Export' }))
  expect(one.name).toMatch(new RegExp(`${boat.toLowerCase()}.*\\.json$`))
  expect(messagesIn(one.text)[0]?.turns).toHaveLength(3)

  // Another person on another server.
  const context = await browser.newContext({ baseURL: urlOf(SHARED_PORT) })
  await context.addCookies([signedIn(claimPerson())])
  const elsewhere = await context.newPage()
  const [theirTransfer, theirChat] = [new Transfer(elsewhere), new Chat(elsewhere)]
  await theirTransfer.open()
  await theirTransfer.choose('mine.json', one.text)
  await expect(theirTransfer.item('mine.json')).toContainText('Added 1 conversation with 3 messages.')
  await theirTransfer.choose('again.json', one.text)
  await expect(theirTransfer.item('again.json')).toContainText(
    'Nothing new: this conversation is already here.',
  )
  await theirTransfer.item('mine.json').getByRole('link', { name: /^Open/ }).click()
  await expect(theirChat.turn(1)).toContainText(`My boat is called ${boat}.`)
  await expect(theirChat.turn(2)).toContainText('Version 2 / 2')
  await theirChat.expandThinking(2)
  await theirTransfer.open()
  const all = await theirTransfer.download(theirTransfer.everything)
  expect(all.name).toMatch(/^mneme-\d{4}-\d\d-\d\d\.json$/)
  expect(messagesIn(all.text)).toEqual(messagesIn(one.text))
  await context.close()
})

test('hostile and unusable files are refused with a reason and add nothing', async ({ chat, page }) => {
  const transfer = new Transfer(page)
  const [good, circle] = [
    `Good ${madeUpName()}`,
    chatGptConversation(madeUpName(), `Circle ${madeUpName()}`, [['user', 'Round and round.']]),
  ]
  const node = (circle.mapping as Record<string, { parent: string; children: string[] }>).n0
  if (node) Object.assign(node, { parent: 'n0', children: ['n0'] })
  await transfer.open()
  await transfer.choose(
    'half.json',
    JSON.stringify([circle, chatGptConversation(madeUpName(), good, [['user', 'Fine.']])]),
  )
  const half = transfer.item('half.json')
  await expect(half).toContainText('Added 1 conversation with 1 message. 1 conversation was not imported.')
  await expect(half).toContainText('in a loop')
  await transfer.choose('other.json', '{"hello": 1}')
  await expect(transfer.item('other.json')).toContainText(
    'not a conversation in a format that Mneme supports',
  )
  await expect(chat.row(good)).toBeVisible()

  const never = madeUpName()
  const useless: [name: string, text: string | Buffer, words: RegExp][] = [
    ['half.zip', Buffer.from('PK\x03\x04rest of a zip'), /damaged or was cut off/],
    ['pictures.zip', zipOf([{ name: 'a.png', data: never }]), /no conversations file.*It should contain/s],
    ['export.gz', Buffer.from([0x1f, 0x8b, 8, 0]), /Unpack it first/],
    ['empty.json', '', /This file is empty/],
    ['page.json', `<!doctype html><title>${never}</title>`, /No|not|cannot/],
    ['cut.json', `[{"title": "Cut ${never}", "mapping": {"a": {`, /ends|cut|broken|whole|not/i],
    ['bomb.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, /nest|deep/i],
    ['none.json', '[]', /no conversation/i],
  ]
  for (const [name, text, words] of useless) {
    await transfer.choose(name, text)
    await expect(transfer.item(name).getByRole('alert')).toContainText(words)
  }
  await expectAccessible(page)
  await expect(chat.row(good)).toBeVisible()
  await expect(chat.row(new RegExp(never))).toHaveCount(0)
})

test('removing an import can be undone, and by default keeps conversations that were continued', async ({
  chat,
  page,
}) => {
  const transfer = new Transfer(page)
  const [name, file, quiet, busy] = [madeUpName(), `${madeUpName()}.json`, madeUpName(), madeUpName()]
  const talks = [quiet, busy, madeUpName()].map((title) =>
    chatGptConversation(madeUpName(), title, [
      ['user', `Keep ${name} in mind.`],
      ['assistant', 'I do.'],
    ]),
  )
  await transfer.open()
  await transfer.choose(file, JSON.stringify(talks))
  const item = transfer.item(file)
  await expect(item).toContainText('Added 3 conversations with 3 messages.')
  await item.getByRole('link', { name: busy }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: busy })).toBeVisible()
  await chat.askAndWait('And this is mine.', 2)

  await page.goto('/import')
  const past = page.getByRole('region', { name: 'Past imports' })
  await expect(past.getByRole('listitem').filter({ hasText: file })).toContainText('3 conversations')
  await past.getByRole('button', { name: `Remove what ${file} added` }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove what this import added' })
  await expect(dialog).toContainText('2 conversations with 2 messages will be removed.')
  await expect(dialog).toContainText('1 conversation will be kept')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Removed 2 conversations from “${file}”.`)).toBeVisible()
  await expect(chat.row(quiet)).toHaveCount(0)
  await expect(chat.row(busy)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.row(quiet)).toBeVisible()

  await past.getByRole('button', { name: `Remove what ${file} added` }).click()
  await dialog.getByRole('checkbox').check()
  await expect(dialog).toContainText(
    '1 conversation with 2 messages that was continued later, by you or by another import, will be removed too.',
  )
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Removed 3 conversations from “${file}”.`)).toBeVisible()
  await expect(chat.row(busy)).toHaveCount(0)
  await expect(past.getByText(file)).toHaveCount(0)
})

test('the import report offers to remove what was added, and offers it again after Undo', async ({
  page,
}) => {
  const transfer = new Transfer(page)
  const file = `${madeUpName()}.json`
  await transfer.open()
  await transfer.choose(
    file,
    JSON.stringify([chatGptConversation(madeUpName(), madeUpName(), [['user', 'Keep this in mind.']])]),
  )
  const offer = transfer.item(file).getByRole('button', { name: 'Remove what this import added…' })
  await offer.click()
  await page
    .getByRole('dialog', { name: 'Remove what this import added' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText(`Removed 1 conversation from “${file}”.`)).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(offer).toBeVisible()
})
