import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

export interface Device {
  /** Whether the user is present and confirms at once. */
  setPresent(isPresent: boolean): Promise<void>
}

/** A virtual authenticator of Chromium. */
export async function addVirtualDevice(page: Page): Promise<Device> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresent: async enabled => {
      await devices.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

export async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name this passkey').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('My phone')
}
