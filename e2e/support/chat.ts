import { expect, type Locator, type Page } from '@playwright/test'

/** Ends the wait for a turn that hangs. */
const SETTLED_MS = 30_000

/** Page object of the chat. Numbers are turn numbers. */
export class Chat {
  readonly message: Locator
  readonly send: Locator
  readonly stop: Locator
  readonly conversations: Locator
  readonly queue: Locator

  constructor(readonly page: Page) {
    this.message = page.getByRole('textbox', { name: 'Message', exact: true })
    this.send = page.getByRole('button', { name: 'Send', exact: true })
    this.stop = page.getByRole('button', { name: 'Stop', exact: true })
    this.conversations = page.getByRole('navigation', { name: 'Conversations' })
    this.queue = page.getByRole('region', { name: 'Queue' })
  }

  async open(path = '/') {
    await this.page.goto(path)
    await expect(this.message).toBeVisible()
  }

  /** The first message of a new conversation, until it is answered. */
  async begin(text: string) {
    await this.open()
    await this.askAndWait(text, 1)
  }

  turn = (number: number) => this.page.getByRole('region', { name: `Message ${number}`, exact: true })
  answer = (number: number) => this.turn(number).getByRole('article', { name: 'Answer' })
  thinking = (number: number) => this.turn(number).getByRole('region', { name: 'Thinking' })
  round = (turn: number, round: number) =>
    this.thinking(turn).getByRole('article', { name: `Round ${round}`, exact: true })
  chips = (number: number) =>
    this.thinking(number).getByRole('link', { name: /^Message \d+ (strong|fair|weak|source)$/ })
  regenerate = (number: number) => this.turn(number).getByRole('button', { name: 'Regenerate' })
  retry = (number: number) => this.turn(number).getByRole('button', { name: 'Retry' })
  alert = (words: string | RegExp = /\S/) => this.page.getByRole('alert').filter({ hasText: words })
  /** The line under an answer. */
  quiet = (number: number) => this.turn(number).getByRole('button', { name: /^About this answer/ })
  row = (title: string | RegExp) => this.conversations.getByRole('link', { name: title })

  async ask(text: string) {
    await this.message.fill(text)
    await this.send.click()
  }

  /** Only a settled turn can be inspected. Polled in the page, because assertions retry only twice a second. */
  async settled(number: number) {
    await this.page.waitForFunction(
      (one) => document.querySelector(`[aria-label="Message ${one}"] [aria-label="Inspect message ${one}"]`),
      number,
      { timeout: SETTLED_MS },
    )
    await expect(this.turn(number).getByLabel(`Inspect message ${number}`)).toBeVisible()
  }

  async inspect(number: number) {
    await this.turn(number)
      .getByRole('link', { name: `Inspect message ${number}` })
      .click()
  }

  async askAndWait(text: string, number: number) {
    await this.ask(text)
    await this.settled(number)
  }

  /** Expands the thinking of a settled turn and every round in it. */
  async expandThinking(number: number) {
    const folded = this.thinking(number).locator('button[aria-expanded=false]:not([aria-haspopup])')
    while ((await folded.count()) > 0) await folded.first().click()
  }

  /** Starts a new conversation without reloading the page. */
  async startAnother() {
    await this.conversations.getByLabel('New conversation', { exact: true }).click()
    await expect(this.page).toHaveURL(/\/$/)
    await expect(this.page.getByRole('region', { name: 'Message 1', exact: true })).toBeHidden()
  }

  conversationId = () => /\/c\/([\w-]+)/.exec(this.page.url())?.[1] ?? ''
}
