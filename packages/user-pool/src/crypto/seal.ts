import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** AES-256-GCM. `boundTo` says what the text is for; it opens under no other name. */
export function seal(key: Buffer, plain: Buffer, boundTo: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function unseal(key: Buffer, sealed: Buffer, boundTo: string): Buffer | null {
  if (sealed.length < ivLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-tagLength));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(ivLength, -tagLength)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}
