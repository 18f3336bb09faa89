/** The pictures of the guide; documents name them, components draw them. */
export type PictureName =
  | 'register'
  | 'profile'
  | 'link'
  | 'workout'
  | 'records'
  | 'body-map'
  | 'next-load'
  | 'session'
  | 'ranking'
  | 'reservation'
  | 'trainer';
