import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import type { Chat } from '../support/chat'
import { asksFor, playing, quotedIn } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

const FIELDS = 'user_id message steps final_answer total_steps duration_seconds cost_estimate prompts'.split(
  ' ',
)

/** Opens the inspector of a turn and downloads its trace. */
async function downloadTrace(chat: Chat, page: Page, number: number) {
  await chat
    .turn(number)
    .getByRole('link', { name: `Inspect message ${number}` })
    .click()
  const { text } = await new Transfer(page).download(
    page.getByRole('region', { name: 'Trajectory' }).getByRole('button', { name: 'Download' }),
  )
  const trace = JSON.parse(text)
  expect(Object.keys(trace)).toEqual(FIELDS)
  return trace
}
type TraceStep = { thought: string; action: string; observation: string }

type Call = { name: string; args: object }
const goesOn = (reason: string): Call => ({
  name: 'continue_thinking',
  args: { continueThinking: true, reason, nextFocus: 'what is still missing' },
})
const round = (text: string, calls: Call[]) => ({ text, calls: [...calls, goesOn(text)] })

test('advice from goals, skills and constraints: each round looks one of them up, and the trace shows it', async ({
  chat,
  page,
}) => {
  const QUESTION =
    "Given what I've told you about my career goals and current skills, what should I focus on learning next?"
  const rounds = [
    round('What are the goals?', [
      { name: 'search_archived_summaries', args: { query: 'career goals aspirations future' } },
    ]),
    round('What skills are there?', [
      { name: 'search_memories', args: { query: 'skills Photoshop', time_range: 'last_7_days' } },
      { name: 'recall_context', args: { turnNumbers: [2] } },
    ]),
    round('Is there a limit on time or money?', [
      { name: 'search_memories', args: { query: 'hours per week for learning' } },
    ]),
  ]
  const server = await serveOpenAi({
    model: playing({
      think: (question, number) => (question === QUESTION ? rounds[number - 1] : undefined),
      answer: (question) =>
        question === QUESTION
          ? { text: 'Start with user research [turn 1]: you have ten hours a week [turn 3].' }
          : { text: 'Noted.' },
    }),
  })
  await connect(page, server)
  await chat.askAndWait('My career goal is to move from marketing to UX design.', 1)
  await chat.askAndWait('My skills are Photoshop and basic HTML.', 2)
  await chat.askAndWait('I have ten hours a week for learning and prefer free material.', 3)
  await chat.askAndWait(QUESTION, 4)

  await expect(chat.answer(4)).toContainText('Start with user research')
  const last = server.requests.findLast(asksFor('act', QUESTION))
  expect(quotedIn(last?.options ?? null, 'recalled') + quotedIn(last?.options ?? null, 'window')).toContain(
    'ten hours a week',
  )
  await chat.expandThinking(4)
  await expect(chat.round(4, 1)).toContainText('search_summaries')
  await expect(chat.round(4, 2)).toContainText('search_memories')
  await expect(chat.round(4, 2)).toContainText('recall_context')
  await expect(chat.round(4, 3)).toContainText('Is there a limit on time or money?')
  await expectAccessible(page)

  const trace = await downloadTrace(chat, page, 4)
  expect(
    trace.steps
      .map((step: TraceStep) => step.action)
      .filter((name: string | null) => name !== null && name !== 'continue_thinking'),
  ).toEqual(['search_summaries', 'search_memories', 'recall_context', 'search_memories'])
  expect(trace.steps[0]).toMatchObject({
    step: 1,
    thought: 'What are the goals?',
    args: { query: 'career goals aspirations future' },
    observation: expect.stringContaining('match'),
  })
  await server.close()
})

test('two months are compared: each is counted by itself, and the answer cites what was said', async ({
  chat,
  page,
}) => {
  const QUESTION = 'How did my mood change from February to March 2024?'
  const server = await serveOpenAi({
    model: playing({
      think: (question, number) =>
        question !== QUESTION
          ? undefined
          : [
              round('How was each month?', [
                {
                  name: 'analyze_patterns',
                  args: { topic: 'mood', time_range: '2024-02', compare_to: 'March 2024' },
                },
              ]),
              round('What happened in March?', [
                { name: 'analyze_topic', args: { topic: 'new job', time_range: 'in March 2024' } },
              ]),
            ][number - 1],
      answer: (question) => ({ text: question === QUESTION ? 'It got heavier.' : 'Noted.' }),
    }),
  })
  await connect(page, server)
  const transfer = new Transfer(page)
  await transfer.open()
  const talk = (id: string, month: number, texts: string[]) =>
    chatGptConversation(
      id,
      `Diary ${month}`,
      texts.flatMap((text): ['user' | 'assistant', string][] => [
        ['user', text],
        ['assistant', 'I see.'],
      ]),
      Date.UTC(2024, month - 1, 10, 12) / 1_000,
    )
  const diary = [
    talk('feb', 2, ['I feel happy about the garden.', 'So excited and glad today.']),
    talk('mar', 3, ['I started my new job.', 'The new job makes me stressed and tired.', 'I am worried.']),
  ]
  await transfer.choose('conversations.json', JSON.stringify(diary))
  await expect(transfer.item('conversations.json')).toContainText('Added 2 conversations with 5 messages.')
  await page.goto('/')
  await chat.askAndWait(QUESTION, 1)
  await chat.expandThinking(1)
  await chat.round(1, 1).getByText('analyze_patterns').last().click()
  await expect(chat.round(1, 1)).toContainText('All turns, 2024-02-01 to 2024-02-29: 2 turns')
  await expect(chat.round(1, 1)).toContainText('Feelings in the latest of them: happy 1')
  await expect(chat.round(1, 1)).toContainText('All turns, 2024-03-01 to 2024-03-31: 3 turns')
  await expect(chat.round(1, 1)).toContainText('worried 1')
  await chat.round(1, 2).getByText('analyze_topic').last().click()
  await expect(chat.round(1, 2)).toContainText('Searched 2024-03-01 to 2024-03-31.')
  await expect(chat.round(1, 2)).toContainText('I started my new job.')

  const trace = await downloadTrace(chat, page, 1)
  expect(trace).toMatchObject({ message: QUESTION, final_answer: 'It got heavier.', total_steps: 4 })
  expect(trace.steps.filter((step: TraceStep) => step.thought && step.observation)).toMatchObject([
    {
      thought: 'How was each month?',
      action: 'analyze_patterns',
      args: { topic: 'mood', time_range: '2024-02', compare_to: 'March 2024' },
      observation: expect.stringContaining('All turns, 2024-02-01 to 2024-02-29: 2 turns'),
    },
    {
      thought: 'What happened in March?',
      action: 'analyze_topic',
      observation: expect.stringContaining('I started my new job.'),
    },
    { thought: 'I see what is needed.', action: 'continue_thinking' },
  ])
  await server.close()
})
