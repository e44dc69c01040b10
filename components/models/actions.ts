'use client'
import * as settings from '@/app/actions/settings'
import { safe } from '../ui/call-action'

export const listModels = safe(settings.listModels)
export const findLocalServices = safe(settings.findLocalServices)
