import { actionId } from '../http/action'
import { startScript } from '../http/child'
import { startNext } from '../http/next'
import type { Pace } from '../model/paced-model'
import type { Workplace } from '../workplace'

/** A paced model, a Next server that uses it, and the person who writes to it. */
export async function startPaced(place: Workplace, pace: Pace) {
  const model = await startScript('bench/model/main.ts', [JSON.stringify(pace)])
  const server = await startNext(place.folder, {
    DATABASE_URL: place.url,
    OPENAI_BASE_URL: model.url,
    OPENAI_API: 'chat',
    MNEME_FAST_MODEL: 'bench',
  })
  const startTurn = actionId('app/actions/turn.ts', 'startTurn')
  return { model, server, person: { url: server.url, cookie: null, startTurn } }
}
