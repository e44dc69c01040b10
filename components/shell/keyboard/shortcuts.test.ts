import { describe, expect, it } from 'vitest'
import { type KeyHandler, topmost } from './shortcuts'

const said: string[] = []
const handler = (name: string, above = false): KeyHandler => ({ run: () => said.push(name), above })
const press = (...handlers: KeyHandler[]) => {
  said.length = 0
  topmost(handlers)?.run()
  return said
}

describe('a key that several parts of the page listen to', () => {
  it('closes the panel over the chat and leaves the answer running, whichever was mounted first', () => {
    const [stop, close] = [handler('stop the answer'), handler('close the panel', true)]
    expect(press(close, stop)).toEqual(['close the panel'])
    expect(press(stop, close)).toEqual(['close the panel'])
    expect(press(stop)).toEqual(['stop the answer'])
    expect(press()).toEqual([])
  })

  it('belongs to what was mounted last among equals', () => {
    expect(press(handler('old'), handler('new'))).toEqual(['new'])
  })
})
