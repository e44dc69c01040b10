'use client'
import { useEffect, useState } from 'react'
import { loadImageSupport } from '@/components/chat/actions'
import type { ImageSupportDto } from '@/lib/shared/dto'

/**
 * Whether the model that would answer takes images; asked while images wait, and again after each answer.
 * `model` = chosen for the conversation, '' = those of Settings.
 */
export function useImageSupport(isWanted: boolean, model: string, running: boolean): ImageSupportDto | null {
  const [support, setSupport] = useState<ImageSupportDto | null>(null)
  useEffect(() => {
    if (!isWanted || running) return
    let isCurrent = true
    void loadImageSupport({ model: model || null }).then((result) => {
      if (isCurrent && result.ok) setSupport(result.value)
    })
    return () => {
      isCurrent = false
    }
  }, [isWanted, model, running])
  return isWanted ? support : null
}
