/** What the app knows about accounts. */
import type { AccountAbout } from '../generated/protocol.ts';

/** Whether the account exists in this browser alone: without a password or a code, nobody comes back to it. */
export const isUnrecoverable = (account: AccountAbout) => !account.has_password && !account.has_recovery_code;
