/*
 * The most common passwords that satisfy the other rules, in three compact lists. Leaked passwords
 * are mostly a word and some digits, so words × tails covers several thousand entries.
 */
const words = new Set(
  `abc abcd abcde abcdef abcdefg abcdefgh access account action adidas admin administrator admin@
  alex alexander amanda andrew android angel anthony apple arsenal asd asdf asdfg asdfgh asdfghjkl
  ashley asshole austin baby bailey banana barcelona baseball basket basketball batman beer benjamin
  bigdog biteme blink blue bodybuilding brandon broncos buster butterfly californ camaro canada change
  changeme charlie chelsea chester chicago chicken chocolate chris christian computer cookie corvette
  cowboys daniel dallas danielle david default demo diamond doctor doraemon dragon eagle eagles
  eminem email facebook fender ferrari fitness flower flowers football forever freedom friend friends
  fuck fuckyou fukuoka gandalf george ginger goku golf gmail google guest guitar gundam hannah hanako
  happy hardcore hawaii heart heather hello hello! hiroshi hockey hokkaido homer hottie hunter
  iloveu iloveyou internet iphone jackson james japan jasmine jasper jennifer jessica jesus john
  johnson jordan joseph joshua junior justin kawasaki kazuki kenji killer king kitty kobayashi kyoto
  ladies laura lakers letmein linkedin liverpool london lovely love loveme loveyou lucky maggie
  manchester marina mario marlboro martin master matrix matthew maverick member mercedes merlin
  michael michelle mickey miku minecraft mobile monday money monkey monster morgan mother mountain
  muscle music mustang myspace nagoya naruto naruto! nathan natsume newyork nicole nihon nikita
  nintendo nirvana nissan nothing oliver onepiece orange osaka pass passw passwd passwort password
  password! p@ssw0rd p@ssword pa55word passw0rd patrick peanut people pepper pikachu playboy player
  please pokemon police porsche power prince princess purple q qaz qazwsx qazwsxedc qwe qwer qwert
  qwerty qwertyu qwertyui qwertyuiop rachel raiders rainbow ranger rangers red robert root russia
  sakura samantha samsung samurai sasuke sato scooter secret security sephiroth sexy shadow sakuragi
  silver skywalk slipknot snoopy soccer sophie spider spiderman spring sparky star starwars steelers
  sticky stupid summer sunshine super superman suzuki sweet sydney system takahashi takashi tanaka
  taro taylor teamo tennis temp test tester testing thomas thunder tiger tigger tokyo toyota training
  trainer travis trustno tsubasa twilight user vegeta victor victoria viking vista wedding
  welcome whatever william windows winner winter wizard workout yamada yamaha yamamoto yankees
  yellow yokohama yuki yuuki zaq zelda zxc zxcv zxcvb zxcvbn zxcvbnm a aa aaa aaaa aaaaa aaaaaa x z`
    .split(/\s+/)
    .filter(Boolean),
);

const tails = new Set(
  `0 00 000 0000 00000 000000 0000000 00000000 007 01 012 0123 01234 012345 0123456 01234567 0123456789
  02 03 04 05 06 07 08 09 0987 09876 0987654321 1 1! 10 100 1000 101 11 111 1111 11111 111111 1111111
  11111111 112 1122 112233 11223344 114514 12 12! 120 121 1212 121212 12121212 122 123 123! 123!@# 1230 1231
  12312 123123 123123123 1232 12321 123321 1234 1234! 12344321 12345 12345! 123454321 123456 123456! 1234567
  1234567! 12345678 123456789 1234567890 123654 123789 12qw 13 1313 131313 14 1414 147 147258 147258369
  147852 1478963 15 159 159357 159753 16 17 18 19 1980 1981 1982 1983 1984 1985 1986 1987 1988 1989 1990
  1991 1992 1993 1994 1995 1996 1997 1998 1999 1q 1qaz 1qaz2wsx 2 20 200 2000 2001 2002 2003 2004 2005
  2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025
  2026 2027 21 22 222 2222 222222 23 234 23456 24 25 258 258456 26 27 28 29 3 30 31 32 321 321321 33 333
  3333 333333 34 345 35 36 369 4 42 420 43 4321 44 444 4444 444444 45 456 456456 45678 456789 47 5 50 51
  52 520 5201314 54 543 54321 55 555 5555 55555 555555 56 567 5678 57 6 64 65 654 654321 66 666 6666
  666666 67 678 6789 69 6969 696969 7 70 71 72 73 74 741852 741852963 75 76 77 777 7777 777777 7777777
  78 789 789456 789456123 8 80 81 82 83 84 85 86 87 876 87654321 88 888 8888 888888 88888888 89 9 90 91
  92 93 94 95 96 963 963852 963852741 97 98 987 9876 98765 987654 987654321 99 999 9999 99999 999999
  9999999 99999999`
    .split(/\s+/)
    .filter(Boolean),
);

const others = new Set(
  `1a2b3c4d 1a2b3c4d5e 1password 1passwort 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
  1qaz@wsx 2wsx1qaz 2wsx3edc 3edc4rfv 3rjs1la7qe 4rfv5tgb 9ol0p; a1a1a1a1 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5
  a12345678 a123456789 abc123abc abc123456 abc123def aa12345678 asd123asd asd123qwe asdf123jkl b123456789
  c123456789 d123456789 e10adc3949 g9l2d1fzpy h3ll0w0rld i10veyou j38ifubn k123456789 l0vey0u1 m1ch4el1 n0thing1
  ncc1701d ncc1701e ou812345 p455w0rd p4ssw0rd p@55w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 pa$$w0rd
  pa$$word1 passw0rd passw0rd! pa55w0rd q1q1q1q1 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123wsx qazwsx123edc qq123456789
  qwe123asd qwe123rty qwe123qwe qweasd123 qweasdzxc1 qwer1234 qwer1234qwer r2d2c3po rush2112 s123456789
  thx11380 trustno1 u1234567 vfhbyf123 w1234567 wsxedc123 x1y2z3a4 xxx12345 y1234567 z1x2c3v4 z1x2c3v4b5
  zaq12wsx zaq1xsw2 zaq1zaq1 zaq!2wsx zxc123asd zxcasdqwe123 1234qwer 12qwaszx 123qweasd 123qweasdzxc
  123qwe123 1234abcd 12345abc 12345qwert 123456abc 123456qwerty 1qw23er4 1234asdf 123abc456 1qazse4 love4ever
  me4ever1 4everlove forever21 blink182 sk8ordie 2hot4you 50cent50 7eleven7 catch22! apollo13 boeing747
  century21 heaven7x levis501 porsche911 porsche911s mazda626 area51area 1loveyou 2loveyou iloveyou2
  iloveu2x 1iloveyou 123iloveyou ilove123 tokyo2020 japan2020 reiwa2019 heisei31 sakura39 miku3939 39393939m`
    .split(/\s+/)
    .filter(Boolean),
);

export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (others.has(text) || /^(.{1,4})\1+$/.test(text)) return true;
  return splits(text).some(
    ([head, tail]) => (words.has(head) && tails.has(tail)) || (tails.has(head) && words.has(tail)),
  );
}

function splits(text: string): (readonly [string, string])[] {
  return Array.from({ length: text.length - 1 }, (_, index) => [
    text.slice(0, index + 1),
    text.slice(index + 1),
  ]);
}
