'use client'
import { server } from '@/components/chat/actions'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { ImageSupportDto } from '@/lib/shared/dto'

/** Whether the answering model takes images, asked while some wait; `model` '' = those of Settings. */
export function useImageSupport(isWanted: boolean, model: string, running: boolean): ImageSupportDto | null {
  const { value } = useLoaded(isWanted && !running ? model : null, () =>
    server.loadImageSupport({ model: model || null }),
  )
  return isWanted ? value : null
}

/** What will happen to the images of the next message. `support` null = not known yet. */
export function imageWords(
  count: number,
  { isOffline, model, support }: { isOffline: boolean; model: string; support: ImageSupportDto | null },
): string {
  const [it, stays] = count === 1 ? ['The image', 'stays'] : ['The images', 'stay']
  if (isOffline)
    return `The built-in engine cannot see images and will answer from your text only. ${it} ${stays} with the message.`
  if (support?.images === 'refused')
    return `${support.model ?? model} does not accept images and will answer from your text only. To have them seen, choose another model.`
  if (support?.images === 'taken') return `${it} will be sent to ${model}.`
  return `${it} will be sent to ${model}. If it does not accept images, it will answer from your text only and say so.`
}
