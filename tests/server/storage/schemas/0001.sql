BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE blocks (
	person TEXT NOT NULL, 
	blocked TEXT NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (person, blocked), 
	CONSTRAINT fk_blocks_blocked FOREIGN KEY(blocked) REFERENCES people (id), 
	CONSTRAINT fk_blocks_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "blocks" VALUES('hfWi9h4pTPEW','VF9b75STp8XB');
CREATE TABLE chat (
	"table" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	person TEXT, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY ("table", number), 
	CONSTRAINT fk_chat_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_chat_table FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "chat" VALUES('Nu6wtGm2JhJG',1,'hfWi9h4pTPEW','Merit','Well met!',1794827814932);
CREATE TABLE entries (
	"table" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	command TEXT, 
	CONSTRAINT pk_entries PRIMARY KEY ("table", number), 
	CONSTRAINT fk_entries_table FOREIGN KEY("table") REFERENCES tables (id), 
	CONSTRAINT uq_entries_table_command UNIQUE ("table", command)
);
INSERT INTO "entries" VALUES('4FkhQvCsqKim',1,'white: place 1 3',1794827815948,'VF9b75STp8XB c0');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',2,'black: place 1 2',1794827815954,'hfWi9h4pTPEW c1');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',3,'white: place 3 1',1794827815956,'VF9b75STp8XB c2');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',4,'black: place 1 1',1794827815965,'hfWi9h4pTPEW c3');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',5,'white: place 3 2',1794827815967,'VF9b75STp8XB c4');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',6,'black: unload column 2',1794827815969,'hfWi9h4pTPEW c5');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',7,'white: unload column 1',1794827815973,'VF9b75STp8XB c6');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',8,'black: place 3 2',1794827815975,'hfWi9h4pTPEW c7');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',9,'white: place 3 3',1794827815977,'VF9b75STp8XB c8');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',10,'black: place 2 2',1794827815983,'hfWi9h4pTPEW c9');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',11,'white: place 1 2',1794827815986,'VF9b75STp8XB c10');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',12,'black: unload column 3',1794827815989,'hfWi9h4pTPEW c11');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',13,'white: place 1 1',1794827815990,'VF9b75STp8XB c12');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',14,'black: unload column 2',1794827815993,'hfWi9h4pTPEW c13');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',15,'white: place 3 2',1794827815994,'VF9b75STp8XB c14');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',16,'black: place 2 2',1794827815995,'hfWi9h4pTPEW c15');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',17,'white: place 1 2',1794827815997,'VF9b75STp8XB c16');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',18,'black: unload row 1',1794827815998,'hfWi9h4pTPEW c17');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',19,'white: unload column 2',1794827816002,'VF9b75STp8XB c18');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',20,'black: place 2 2',1794827816003,'hfWi9h4pTPEW c19');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',21,'white: place 2 1',1794827816006,'VF9b75STp8XB c20');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',22,'black: place 1 2',1794827816007,'hfWi9h4pTPEW c21');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',23,'white: place 3 3',1794827816009,'VF9b75STp8XB c22');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',24,'black: place 1 1',1794827816010,'hfWi9h4pTPEW c23');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',25,'white: place 1 3',1794827816013,'VF9b75STp8XB c24');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',26,'black: place 2 3',1794827816017,'hfWi9h4pTPEW c25');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',27,'white: place 3 1',1794827816018,'VF9b75STp8XB c26');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',28,'black: unload column 1',1794827816019,'hfWi9h4pTPEW c27');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',29,'white: place 3 2',1794827816021,'VF9b75STp8XB c28');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',30,'black: unload column 2',1794827816023,'hfWi9h4pTPEW c29');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',31,'white: place 1 1',1794827816025,'VF9b75STp8XB c30');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',32,'black: place 3 1',1794827816026,'hfWi9h4pTPEW c31');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',33,'white: unload column 3',1794827816028,'VF9b75STp8XB c32');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',34,'black: unload column 1',1794827816031,'hfWi9h4pTPEW c33');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',35,'white: place 3 3',1794827816032,'VF9b75STp8XB c34');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',36,'black: place 2 1',1794827816036,'hfWi9h4pTPEW c35');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',37,'white: place 3 1',1794827816038,'VF9b75STp8XB c36');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',38,'black: place 2 2',1794827816039,'hfWi9h4pTPEW c37');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',39,'white: place 2 3',1794827816041,'VF9b75STp8XB c38');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',40,'black: unload column 3',1794827816044,'hfWi9h4pTPEW c39');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',41,'white: place 3 2',1794827816046,'VF9b75STp8XB c40');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',42,'black: place 1 1',1794827816049,'hfWi9h4pTPEW c41');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',43,'white: unload column 1',1794827816051,'VF9b75STp8XB c42');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',44,'black: play take',1794827816054,'hfWi9h4pTPEW c43');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',45,'black: take column 2 2 temple 3',1794827816055,'hfWi9h4pTPEW c44');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',46,'white: place 1 2',1794827816057,'VF9b75STp8XB c45');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',47,'black: place 2 1',1794827816059,'hfWi9h4pTPEW c46');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',48,'white: place 3 3',1794827816060,'VF9b75STp8XB c47');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',49,'black: place 1 3',1794827816062,'hfWi9h4pTPEW c48');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',50,'white: unload row 3',1794827816065,'VF9b75STp8XB c49');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',51,'black: play take',1794827816070,'hfWi9h4pTPEW c50');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',52,'black: take column 3 3 obelisk',1794827816072,'hfWi9h4pTPEW c51');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',53,'white: unload row 2',1794827816074,'VF9b75STp8XB c52');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',54,'black: play place and unload',1794827816076,'hfWi9h4pTPEW c53');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',55,'black: place 3 3',1794827816078,'hfWi9h4pTPEW c54');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',56,'black: unload row 1',1794827816081,'hfWi9h4pTPEW c55');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',57,'white: place 2 2',1794827816082,'VF9b75STp8XB c56');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',58,'black: place 1 3',1794827816083,'hfWi9h4pTPEW c57');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',59,'white: play swap and unload',1794827816085,'VF9b75STp8XB c58');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',60,'white: swap column 2 1 3',1794827816088,'VF9b75STp8XB c59');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',61,'black: play place and unload',1794827816090,'hfWi9h4pTPEW c60');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',62,'black: place 3 2',1794827816091,'hfWi9h4pTPEW c61');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',63,'white: play place',1794827816093,'VF9b75STp8XB c62');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',64,'white: place 1 1',1794827816095,'VF9b75STp8XB c63');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',65,'white: place 3 3',1794827816097,'VF9b75STp8XB c64');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',66,'white: place 2 2',1794827816099,'VF9b75STp8XB c65');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',67,'black: place 3 2',1794827816102,'hfWi9h4pTPEW c66');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',68,'white: play place and unload',1794827816103,'VF9b75STp8XB c67');
INSERT INTO "entries" VALUES('4FkhQvCsqKim',69,'white: place 2 3',1794827816109,'VF9b75STp8XB c68');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',1,'black: load 4 1',1794827816538,'hfWi9h4pTPEW c0');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',2,'white: load 1 2',1794827816543,'VF9b75STp8XB c1');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',3,'black: load 2 2',1794827816545,'hfWi9h4pTPEW c2');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',4,'white: sail 4 market',1794827816599,'VF9b75STp8XB c3');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',5,'black: take 3 statue',1794827816601,'hfWi9h4pTPEW c4');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',6,'black: get stones',1794827816603,'hfWi9h4pTPEW c5');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',7,'white: load 3 2',1794827816608,'VF9b75STp8XB c6');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',8,'black: sail 3 obelisks',1794827816610,'hfWi9h4pTPEW c7');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',9,'white: load 2 1',1794827816613,'VF9b75STp8XB c8');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',10,'black: load 1 1',1794827816619,'hfWi9h4pTPEW c9');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',11,'white: sail 2 pyramids',1794827816620,'VF9b75STp8XB c10');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',12,'black: load 1 4',1794827816622,'hfWi9h4pTPEW c11');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',13,'white: sail 1 temple',1794827816627,'VF9b75STp8XB c12');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',14,'black: load 2 1',1794827816628,'hfWi9h4pTPEW c13');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',15,'white: get stones',1794827816632,'VF9b75STp8XB c14');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',16,'black: get stones',1794827816634,'hfWi9h4pTPEW c15');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',17,'white: load 3 1',1794827816635,'VF9b75STp8XB c16');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',18,'black: get stones',1794827816638,'hfWi9h4pTPEW c17');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',19,'white: load 1 4',1794827816641,'VF9b75STp8XB c18');
INSERT INTO "entries" VALUES('Nu6wtGm2JhJG',20,'black: load 3 3',1794827816645,'hfWi9h4pTPEW c19');
CREATE TABLE jobs (
	id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	"table" TEXT, 
	person TEXT, 
	"order" TEXT NOT NULL, 
	state TEXT NOT NULL, 
	progress FLOAT NOT NULL, 
	result BLOB, 
	tries INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	due BIGINT NOT NULL, 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT fk_jobs_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_jobs_table FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "jobs" VALUES('9jNoLvS2VDfN','analysis','4FkhQvCsqKim','hfWi9h4pTPEW','{"table":"4FkhQvCsqKim"}','waiting',0.0,NULL,0,1794827814932,1794827814932);
CREATE TABLE people (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	account TEXT, 
	password TEXT, 
	mail TEXT, 
	mails BOOLEAN NOT NULL, 
	webhook TEXT, 
	is_bot BOOLEAN NOT NULL, 
	owner TEXT, 
	seen BIGINT, 
	created BIGINT NOT NULL, 
	deleted BIGINT, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT fk_people_owner FOREIGN KEY(owner) REFERENCES people (id), 
	CONSTRAINT uq_people_account UNIQUE (account), 
	CONSTRAINT uq_people_mail UNIQUE (mail)
);
INSERT INTO "people" VALUES('hfWi9h4pTPEW','Merit','merit','$argon2id$v=19$m=65536,t=3,p=4$JHGWOi/qBEQl58esdLwrCA$XyNqKhyR0LaJ5WROoDFAzYqqQ7pnrMYi/OnXE8kF/Zw','merit@imhotep.example',0,NULL,0,NULL,NULL,1794827814932,NULL);
INSERT INTO "people" VALUES('VF9b75STp8XB','Nofret',NULL,NULL,NULL,0,NULL,0,NULL,NULL,1794827814932,NULL);
CREATE TABLE ratings (
	pool TEXT NOT NULL, 
	who TEXT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	shown FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (pool, who)
);
INSERT INTO "ratings" VALUES('duel:2','hfWi9h4pTPEW',2.23646105068595026912e+01,8.06590141354368,-1.83309373377153761452e+00,1);
INSERT INTO "ratings" VALUES('duel:2','VF9b75STp8XB',2.76353894931404973087e+01,8.06590141354368,3.43768525250945700122e+00,1);
CREATE TABLE seats (
	"table" TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	person TEXT, 
	bot TEXT, 
	wanted TEXT, 
	invitation TEXT, 
	name TEXT, 
	"left" TEXT, 
	CONSTRAINT pk_seats PRIMARY KEY ("table", seat), 
	CONSTRAINT fk_seats_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_seats_table FOREIGN KEY("table") REFERENCES tables (id), 
	CONSTRAINT fk_seats_wanted FOREIGN KEY(wanted) REFERENCES people (id), 
	CONSTRAINT uq_seats_invitation UNIQUE (invitation)
);
INSERT INTO "seats" VALUES('4FkhQvCsqKim',0,'hfWi9h4pTPEW',NULL,NULL,NULL,'Merit',NULL);
INSERT INTO "seats" VALUES('4FkhQvCsqKim',1,'VF9b75STp8XB',NULL,NULL,NULL,'Nofret',NULL);
INSERT INTO "seats" VALUES('Nu6wtGm2JhJG',0,'hfWi9h4pTPEW',NULL,NULL,NULL,'Merit',NULL);
INSERT INTO "seats" VALUES('Nu6wtGm2JhJG',1,'VF9b75STp8XB',NULL,NULL,NULL,'Nofret',NULL);
INSERT INTO "seats" VALUES('cYUbPWbrwZsZ',0,'hfWi9h4pTPEW',NULL,NULL,NULL,'Merit',NULL);
INSERT INTO "seats" VALUES('cYUbPWbrwZsZ',1,'VF9b75STp8XB',NULL,NULL,NULL,'Nofret',NULL);
INSERT INTO "seats" VALUES('KpGASaFamJvs',0,'VF9b75STp8XB',NULL,NULL,NULL,'Nofret',NULL);
INSERT INTO "seats" VALUES('KpGASaFamJvs',1,NULL,NULL,NULL,'KeYfnFrEbyqeTPMUGWfwZFr4ghCqTMXH',NULL,NULL);
INSERT INTO "seats" VALUES('KpGASaFamJvs',2,NULL,'mason',NULL,NULL,'Mason',NULL);
CREATE TABLE secrets (
	name TEXT NOT NULL, 
	value BLOB NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('signing',X'B8FCD94212744C26C71FC32DC0DF35CCECA078C4DC7E51AAE8804782E2661CE9');
CREATE TABLE sessions (
	"key" TEXT NOT NULL, 
	person TEXT NOT NULL, 
	purpose TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY ("key"), 
	CONSTRAINT fk_sessions_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "sessions" VALUES('5ecfdc1b161556873ddd6a05444fe05b8a3070f4a6b0d9c7f462c6ff95396df1','hfWi9h4pTPEW','browser',1794827814932,1802603814932);
INSERT INTO "sessions" VALUES('84fc580cd8cd8a8de46b88711712db73e3f14644ec1c8bfbec452f3852f1a9c8','VF9b75STp8XB','browser',1794827814932,1802603814932);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	state TEXT NOT NULL, 
	game TEXT NOT NULL, 
	players INTEGER NOT NULL, 
	offer TEXT NOT NULL, 
	host TEXT, 
	public BOOLEAN NOT NULL, 
	created BIGINT NOT NULL, 
	started BIGINT, 
	ended BIGINT, 
	head TEXT, 
	salt TEXT, 
	promise TEXT, 
	entries INTEGER NOT NULL, 
	changes INTEGER NOT NULL, 
	decider INTEGER, 
	thinker TEXT, 
	claimed BIGINT, 
	due BIGINT, 
	moved BIGINT, 
	told INTEGER NOT NULL, 
	unrated TEXT, 
	result TEXT, 
	asked TEXT, 
	again TEXT, 
	CONSTRAINT pk_tables PRIMARY KEY (id), 
	CONSTRAINT fk_tables_host FOREIGN KEY(host) REFERENCES people (id)
);
INSERT INTO "tables" VALUES('4FkhQvCsqKim','over','duel',2,'{"game":"duel","sides":"AAAA","variants":{},"rules":{},"editions":[],"undo":"fair","pace":{"kind":"none","seconds":900,"increment":10,"days":3},"public":true,"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null}]}','hfWi9h4pTPEW',1,1794827814932,1794827814932,1794827816109,'game: duel
rules: 1
edition: duel 1
players: 2
sides: AAAA
undo: fair
seat 0: black, Merit
seat 1: white, Nofret
first: 1
seed: 109855826936276991229873981385951084688
promise: 9fc67e2c22e2f36c92bc67b7a56710ea201c03faa6e2bb1805819d395ac2a9b7
salt: 242dd249e9cbbf71d9a167909f13fee4
deal tokens: temple_2 temple_1 tomb_6 dark_pyramid tomb_1 obelisk tomb_12 light_pyramid place_and_unload obelisk temple_4 temple_3 temple_4 tomb_8 light_pyramid take obelisk dark_pyramid light_pyramid obelisk temple_3 swap_and_unload light_pyramid temple_2 temple_1 light_pyramid place tomb_7 tomb_5 temple_1 swap_and_unload dark_pyramid temple_2 place obelisk obelisk take take tomb_2 obelisk obelisk obelisk obelisk temple_3 dark_pyramid tomb_4 dark_pyramid swap_and_unload tomb_11 place_and_unload dark_pyramid tomb_9 place_and_unload obelisk light_pyramid temple_4 place tomb_10 obelisk tomb_3','242dd249e9cbbf71d9a167909f13fee4','9fc67e2c22e2f36c92bc67b7a56710ea201c03faa6e2bb1805819d395ac2a9b7',69,72,NULL,NULL,NULL,NULL,1794827816109,-1,NULL,'{"winners":[1],"scores":[29,37],"places":[2,1],"left":{},"ratings":[{"before":0.0,"after":-1.8330937337715376},{"before":0.0,"after":3.437685252509457}]}',NULL,NULL);
INSERT INTO "tables" VALUES('Nu6wtGm2JhJG','running','builder',2,'{"game":"builder","sides":"AAAAA","variants":{},"rules":{},"editions":[],"undo":"fair","pace":{"kind":"none","seconds":900,"increment":10,"days":3},"public":true,"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null}]}','hfWi9h4pTPEW',1,1794827814932,1794827814932,NULL,'game: builder
rules: 1
edition: builder 1
players: 2
sides: AAAAA
undo: fair
seat 0: black, Merit
seat 1: white, Nofret
first: 0
seed: 129148347888310747693521095163864510916
promise: 9ba6f27fa18c5232989d7d5271c7670e93f571bf3dd067cd19b084e1bb12b690
salt: e9dac1beb6a77f8cd376d7f32cd3e6b3
deal cards: chisel statue statue chisel hammer chisel burial_chamber_decoration paved_path pyramid_decoration statue entrance sail sail statue burial_chamber_decoration pyramid_decoration temple_decoration statue statue statue obelisk_decoration lever entrance statue sail statue lever hammer temple_decoration statue sarcophagus paved_path obelisk_decoration sarcophagus
deal rounds: 4-3-2-1 4-3-3-1 3-3-2-2 3-2-2-1 3-3-2-1 4-3-2-2 4-2-2-1','e9dac1beb6a77f8cd376d7f32cd3e6b3','9ba6f27fa18c5232989d7d5271c7670e93f571bf3dd067cd19b084e1bb12b690',20,23,1,NULL,NULL,NULL,1794827816645,-1,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('cYUbPWbrwZsZ','running','duel',2,'{"game":"duel","sides":"AAAA","variants":{},"rules":{},"editions":[],"undo":"fair","pace":{"kind":"none","seconds":900,"increment":10,"days":3},"public":true,"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null}]}','hfWi9h4pTPEW',1,1794827814932,1794827814932,NULL,'game: duel
rules: 1
edition: duel 1
players: 2
sides: AAAA
undo: fair
seat 0: black, Merit
seat 1: white, Nofret
first: 1
seed: 574379906739943967712428812704843934
promise: acfd5e65cb7b5cc8cdd1c47dec519d0fcf6d31b0382115fc25c8aac23f0879b2
salt: af4d1090da0bd1a531341ea1b54fdc34
deal tokens: temple_2 light_pyramid swap_and_unload obelisk place_and_unload tomb_5 take swap_and_unload obelisk place_and_unload temple_3 place obelisk light_pyramid obelisk tomb_10 tomb_6 dark_pyramid obelisk tomb_9 dark_pyramid place_and_unload dark_pyramid take temple_2 light_pyramid temple_1 tomb_1 temple_4 tomb_7 tomb_12 temple_4 tomb_8 temple_3 obelisk obelisk obelisk take tomb_3 dark_pyramid obelisk temple_3 tomb_4 dark_pyramid obelisk temple_2 place temple_1 temple_1 dark_pyramid obelisk light_pyramid tomb_2 place swap_and_unload tomb_11 light_pyramid temple_4 obelisk light_pyramid','af4d1090da0bd1a531341ea1b54fdc34','acfd5e65cb7b5cc8cdd1c47dec519d0fcf6d31b0382115fc25c8aac23f0879b2',0,3,1,NULL,NULL,NULL,1794827814932,-1,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('KpGASaFamJvs','open','builder',3,'{"game":"builder","sides":"AAAAA","variants":{},"rules":{},"editions":[],"undo":"fair","pace":{"kind":"none","seconds":900,"increment":10,"days":3},"public":true,"seats":[{"kind":"me","bot":null,"name":null},{"kind":"link","bot":null,"name":null},{"kind":"bot","bot":"mason","name":null}]}','VF9b75STp8XB',1,1794827814932,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE INDEX ix_people_owner ON people (owner);
CREATE INDEX ix_ratings_pool_shown ON ratings (pool, shown);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE INDEX ix_tables_due ON tables (due);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_state_created ON tables (state, created);
CREATE INDEX ix_tables_state_ended ON tables (state, ended);
CREATE INDEX ix_tables_thinker ON tables (thinker, claimed);
CREATE INDEX ix_jobs_person ON jobs (person);
CREATE INDEX ix_jobs_state_due ON jobs (state, due);
CREATE INDEX ix_jobs_table ON jobs ("table");
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
