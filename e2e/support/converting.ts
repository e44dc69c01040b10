import type { Page } from '@playwright/test'
import { lessonsIn, notesOn, playing, quotedIn } from './dialogue'
import { serveOpenAi } from './openai-server'

export const TITLE = 'Inches in drawings'
export const RULE = 'When inches are converted for a drawing, multiply by 25.4 and give one decimal.'
const DESCRIPTION = 'Converting inches to millimetres for a drawing.'
export const FIRST = 'Convert 3 inches to millimetres for the Marrow drawing.'
export const SECOND = 'Convert 5 inches to millimetres for the Marrow drawing.'

/**
 * A server that converts correctly only if the rule stands in the prompt it received. Its notes judge the
 * answer, teach that rule, and say that what an answer cites has helped.
 */
export const converting = () =>
  serveOpenAi({
    model: playing({
      answer: (question, _, call) => {
        const known = lessonsIn(call)
        const slug = /[a-z]{3,4}-\d{5}/.exec(known)?.[0]
        if (!known.includes(RULE) || !slug) return { text: 'It is about 75 mm or so.' }
        return { text: `It is ${question.includes('5 inches') ? '127.0' : '76.2'} mm [${slug}].` }
      },
      forms: {
        turn_notes: (call) => {
          const turn = quotedIn(call, 'turn')
          const isExact = /\d\.\d mm/.test(turn)
          return notesOn(call, {
            verdict: isExact
              ? { label: 'success', confidence: 0.9, reason: 'The conversion is exact.' }
              : { label: 'failure', confidence: 0.9, reason: 'The conversion is only rough.' },
            tags: [{ id: 'l1', tag: 'helpful' }],
            lesson: turn.includes('about 75 mm')
              ? {
                  ...{ kind: 'guardrail', title: TITLE, description: DESCRIPTION, content: RULE },
                  ...{ tags: ['units'], section: 'mis', confidence: 0.9 },
                }
              : null,
          })
        },
      },
    }),
  })

/** What a turn taught. */
export const learningLine = (page: Page, number: number) =>
  page.getByRole('region', { name: `Message ${number}`, exact: true }).locator('[data-noted]')
