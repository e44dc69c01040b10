import { expect, it } from 'vitest'
import type { Turn } from '@/lib/db/turns/turns'
import { type MnemeError, notFound } from '@/lib/shared/errors'
import { refuseBusy } from '../forget/forget-places'
import { programWords } from './program-words'

function thrownBy(act: () => void): MnemeError {
  try {
    act()
  } catch (error) {
    return error as MnemeError
  }
  throw new Error('nothing was thrown')
}

it('gives a program no advice that is for somebody at a page', () => {
  const busy = thrownBy(() => refuseBusy([{ number: 4, status: 'running' } as Turn]))
  const hints = [
    'Your draft is kept. Try again in 42 seconds.',
    'Send it again in a few seconds. Your draft is kept.',
    'It may be using the file. Stop it first, then forget the file.',
    'Wait for one to finish, or discard one.',
    'Stop it first, then forget it.',
    'Choose another provider in Settings.',
  ].map((hint) => ({ message: 'No.', hint }))
  expect([notFound('fact'), busy, ...hints, { message: 'No.' }].map(programWords)).toEqual([
    'This fact does not exist. It may have been deleted. search, recall and facts return the ids that exist.',
    'Message 4 is still being answered. Try again when the answer is complete.',
    'No. Try again in 42 seconds.',
    'No. Send it again in a few seconds.',
    'No. It may be using the file. Try again when the answer is complete.',
    'No. Try again when the answer is complete.',
    'No. Try again when the answer is complete.',
    'No. Choose another provider in Settings.',
    'No.',
  ])
})
